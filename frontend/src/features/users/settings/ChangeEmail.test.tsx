import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { changeLanguage } from '#i18n/i18n.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi, noResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ChangeEmail } from './Credentials.tsx';

const CHANGE = 'POST /users/me/email';
const CANCEL = 'DELETE /users/me/email';
const NEW_EMAIL = 'new@example.org';
const change = { email: NEW_EMAIL, expiresAt: '2030-01-01T00:00:00Z' };

const me = (emailChange?: typeof change) => ({
  'GET /users/me': jsonResponse(200, {
    success: true,
    data: { email: 'old@example.org', ...(emailChange && { emailChange }) },
  }),
});
const started = jsonResponse(200, { success: true, data: change });

beforeEach(() => {
  setAccessToken('token');
});

const open = (language: LanguageCode) =>
  openScreen(ChangeEmail, {
    path: '/settings',
    language,
    namespaces: ['settings', 'signIn', 'errors'],
  });

async function submit(language: LanguageCode, email: string, password: string) {
  const { settings, signIn } = translations[language];
  fireEvent.click(await screen.findByRole('button', { name: settings.changeEmail.open }));
  fireEvent.change(screen.getByLabelText(settings.changeEmail.newEmail), {
    target: { value: email },
  });
  fireEvent.change(screen.getByLabelText(signIn.fields.currentPassword), {
    target: { value: password },
  });
  fireEvent.click(screen.getByRole('button', { name: settings.changeEmail.submit }));
}

/** The notice about the pending change, without the marks around the email address. */
const notice = (text: string) =>
  normalizeSpaces(text.replace('{{email}}', `\u2066${NEW_EMAIL}\u2069`));

describe.each(languages)('a change of the email address in $ownName', ({ code: language }) => {
  const { settings, signIn, errors } = translations[language];
  const { changeEmail } = settings;

  it('shows the current address, sends the link, and says where to look', async () => {
    const calls = mockApi({ ...me(), [CHANGE]: started });
    await open(language);
    expect(await screen.findByText(/old@/)).toHaveTextContent('old@example.org');
    await submit(language, ` ${NEW_EMAIL}\u200f`, 'Right horse 1');
    await waitFor(() => {
      expect(screen.getAllByRole('status')[0]).toHaveTextContent(notice(changeEmail.pending));
    });
    expect(calls.find(({ name }) => name === CHANGE)?.body).toEqual({
      email: NEW_EMAIL,
      password: 'Right horse 1',
    });
  });

  it('keeps a form that was opened again when the cancelled one is answered', async () => {
    const { promise: answered, resolve: respond } = deferred();
    mockApi({
      ...me(),
      [CHANGE]: async (signal) => {
        await answered;
        return started(signal);
      },
    });
    await open(language);
    await submit(language, NEW_EMAIL, 'Right horse 1');
    fireEvent.click(screen.getByRole('button', { name: settings.settings.cancel }));
    fireEvent.click(await screen.findByRole('button', { name: changeEmail.open }));
    const field = screen.getByLabelText(changeEmail.newEmail);
    fireEvent.change(field, { target: { value: 'newer@example.org' } });
    respond();
    await waitFor(() => {
      expect(screen.getAllByRole('status')[0]).toHaveTextContent(notice(changeEmail.pending));
    });
    expect(field).toBeVisible();
    expect(field).toHaveValue('newer@example.org');
  });

  it('sends the link of a pending change again', async () => {
    const calls = mockApi({ ...me(change), [CHANGE]: started });
    await open(language);
    fireEvent.click(await screen.findByRole('button', { name: changeEmail.resend }));
    await waitFor(() => {
      expect(screen.getAllByRole('status')[0]).toHaveTextContent(notice(changeEmail.sentAgain));
    });
    expect(calls.find(({ name }) => name === CHANGE)?.body).toEqual({ email: NEW_EMAIL });
  });

  it('cancels a pending change, and keeps the focus', async () => {
    mockApi({ ...me(change), [CANCEL]: jsonResponse(200, { success: true, message: 'Done' }) });
    await open(language);
    const cancel = await screen.findByRole('button', { name: changeEmail.cancel });
    cancel.focus();
    fireEvent.click(cancel);
    await waitFor(() => {
      expect(screen.getByRole('region', { name: signIn.fields.email })).toHaveFocus();
    });
    expect(cancel).not.toBeInTheDocument();
  });

  it('says why a link is not sent again', async () => {
    mockApi({ ...me(change), [CHANGE]: errorResponse(429, 'too_many_requests') });
    await open(language);
    fireEvent.click(await screen.findByRole('button', { name: changeEmail.resend }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.too_many_requests),
    );
  });

  it.each([
    ['incorrect_password', 403, undefined, signIn.fields.currentPassword],
    ['email_unchanged', 400, { email: 'email_unchanged' }, changeEmail.newEmail],
  ] as const)('shows the refusal %s at its field', async (code, status, fields, label) => {
    mockApi({ ...me(), [CHANGE]: errorResponse(status, code, fields) });
    await open(language);
    await submit(language, NEW_EMAIL, 'Any horse 1');
    const field = screen.getByLabelText(label);
    await waitFor(() => {
      expect(field).toHaveAccessibleDescription(normalizeSpaces(errors[code]));
      expect(field).toHaveFocus();
    });
  });
});

it('validates the form before it is sent', async () => {
  const { changeEmail } = translations.en.settings;
  const calls = mockApi(me());
  await open('en');
  await submit('en', 'no address', '');
  const field = screen.getByLabelText(changeEmail.newEmail);
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(field).toHaveAccessibleDescription(translations.en.errors.email_invalid);
  expect(calls.filter(({ name }) => name === CHANGE)).toEqual([]);
});

it('shows a pending change in another language, before the user is fetched again in it', async () => {
  mockApi({ ...me(), [CHANGE]: started });
  await open('en');
  await submit('en', NEW_EMAIL, 'Right horse 1');
  await screen.findByText(translations.en.settings.changeEmail.cancel);
  mockApi({ 'GET /users/me': noResponse });
  await act(() => changeLanguage('fr'));
  expect(
    await screen.findByText(normalizeSpaces(translations.fr.settings.changeEmail.cancel)),
  ).toBeVisible();
});
