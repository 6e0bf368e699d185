import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { mockApi, errorResponse, noResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { LoginScreen } from './LoginScreen.tsx';

/** Spec §9. */
const TIME_LIMIT_MS = 50_000;

const open = (language: LanguageCode = 'en') =>
  openScreen(LoginScreen, { path: '/login', language, namespaces: ['signIn', 'errors'] });

function form(language: LanguageCode = 'en') {
  const { fields, login } = translations[language].signIn;
  return {
    email: screen.getByLabelText(fields.email),
    password: screen.getByLabelText(fields.password),
    submit: screen.getByRole('button', { name: login.submit }),
  };
}

function logIn(language: LanguageCode = 'en', emailAddress = 'a@example.org') {
  const { email, password, submit } = form(language);
  fireEvent.change(email, { target: { value: emailAddress } });
  fireEvent.change(password, { target: { value: 'Correct horse 1' } });
  fireEvent.click(submit);
}

describe.each(languages)('the login screen in $ownName', ({ code: language }) => {
  const { errors, common } = translations[language];

  it('shows missing values, and focuses the first one', async () => {
    const calls = mockApi({});
    await open(language);
    const { email, password, submit } = form(language);
    fireEvent.click(submit);
    await waitFor(() => {
      expect(email).toHaveFocus();
    });
    expect(email).toHaveAccessibleDescription(errors.email_invalid);
    expect(password).toHaveAccessibleDescription(errors.missing_password);
    expect(calls).toEqual([]);
  });

  it('has left-to-right fields for email and password', async () => {
    await open(language);
    const { email, password } = form(language);
    expect(email).toHaveAttribute('dir', 'ltr');
    expect(password).toHaveAttribute('dir', 'ltr');
  });

  it.each([
    [401, 'incorrect_credentials'],
    [403, 'account_not_verified'],
    [403, 'account_blocked'],
    [429, 'too_many_attempts'],
  ] as const)('announces the refusal %i %s, and keeps it in sight', async (status, code) => {
    mockApi({ 'POST /users/login': errorResponse(status, code) });
    await open(language);
    logIn(language);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(normalizeSpaces(errors[code]));
    // Once, where it hides nothing and stays.
    expect(screen.getByText(normalizeSpaces(errors[code])).closest('form')).not.toBeNull();
    expect(getAccessToken()).toBeNull();
  });

  it('reports a timeout, and keeps the values', async () => {
    const calls = mockApi({ 'POST /users/login': noResponse });
    await open(language);
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    logIn(language);
    await vi.waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
    vi.useRealTimers();
    const text = `${common.unanswered.timeout} ${common.unanswered.kept}`;
    expect(await screen.findByText(normalizeSpaces(text))).toBeVisible();
    const { email, password } = form(language);
    expect(email).toHaveValue('a@example.org');
    expect(password).toHaveValue('Correct horse 1');
  });
});

describe('the login screen', () => {
  it('accepts an email address that was pasted with direction marks', async () => {
    const calls = mockApi({
      'POST /users/login': errorResponse(401, 'incorrect_credentials'),
    });
    await open();
    logIn('en', '\u200famina\u2066@\u200bexample.org\u202c');
    await screen.findByRole('alert');
    expect(calls.map(({ body }) => body)).toEqual([
      { email: 'amina@example.org', password: 'Correct horse 1', remember: true },
    ]);
  });

  it('does not keep the user signed in when the box is not ticked', async () => {
    const calls = mockApi({
      'POST /users/login': errorResponse(401, 'incorrect_credentials'),
    });
    await open();
    const { login } = translations.en.signIn;
    const box = screen.getByRole('checkbox', { name: login.remember });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription(login.rememberHint);
    fireEvent.click(box);
    logIn();
    await screen.findByRole('alert');
    expect(calls[0]?.body).toHaveProperty('remember', false);
  });

  it.each(['signup', 'forgot'] as const)(
    'passes the typed email address on through the link "%s"',
    async (link) => {
      mockApi({});
      await open();
      fireEvent.change(form().email, { target: { value: ' a@example.org ' } });
      const { login } = translations.en.signIn;
      fireEvent.click(screen.getByRole('link', { name: login[link] }));
      await waitFor(() => {
        expect(history.state).toMatchObject({ usr: { email: 'a@example.org' } });
      });
    },
  );

  it('shows and hides the password', async () => {
    await open();
    const { password } = form();
    const toggle = screen.getByRole('button', { name: translations.en.common.form.showPassword });
    expect(password).toHaveAttribute('type', 'password');
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    fireEvent.click(toggle);
    expect(password).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });

  it('sets autocomplete for password managers', async () => {
    await open();
    const { email, password } = form();
    expect(email).toHaveAttribute('autocomplete', 'username webauthn');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
  });
});
