import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { placeRequestDraft } from '#entities/session/drafts.ts';
import { cacheCurrentUser } from '#entities/user/currentUser.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { accessTokenOf } from '#testing/accessTokens.ts';
import { KNOWN_PASSWORD, knownPasswordFile } from '#testing/knownPasswords.ts';
import { jsonResponse, mockApi, errorResponse } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { student } from '#testing/student.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';

const EMAIL = 'amina@example.org';
const NEW_PASSWORD = 'Another horse 2';
const TOKEN = accessTokenOf('b2');

const ok = jsonResponse(200, { success: true, message: 'Done' });

const open = (language: LanguageCode = 'en', state?: object) =>
  openScreen(ForgotPasswordScreen, {
    path: '/forgot-password',
    ...(state && { state }),
    language,
    namespaces: ['errors', 'passwordReset', 'signIn'],
  });

const emailField = (language: LanguageCode) =>
  screen.getByLabelText(translations[language].signIn.fields.email);

function requestCode(language: LanguageCode, email: string) {
  fireEvent.change(emailField(language), { target: { value: email } });
  fireEvent.click(
    screen.getByRole('button', { name: translations[language].passwordReset.forgot.submit }),
  );
}

async function enterCode(language: LanguageCode) {
  const { code } = translations[language].passwordReset;
  const group = await screen.findByRole('group', { name: code.label });
  const [first] = screen.getAllByRole('textbox');
  if (!first) {
    throw new Error('There is no box for the code.');
  }
  // jsdom has no clipboard.
  const paste = createEvent.paste(group, { bubbles: true });
  Object.assign(paste, { clipboardData: { getData: () => '000000' } });
  fireEvent(first, paste);
  fireEvent.click(screen.getByRole('button', { name: code.submit }));
  return first;
}

/** Goes to the last step. Returns its two fields, and the requests. */
async function reachNewPassword(
  language: LanguageCode,
  { email = EMAIL, response = ok }: { email?: string; response?: typeof ok } = {},
) {
  const calls = mockApi({
    ...knownPasswordFile,
    'POST /users/request-reset': ok,
    'POST /users/verify-reset-code': ok,
    'POST /users/reset-password': response,
  });
  await open(language);
  requestCode(language, email);
  await enterCode(language);
  const { fields } = translations[language].signIn;
  const field = await screen.findByLabelText(fields.newPassword);
  return { calls, field, confirmation: screen.getByLabelText(fields.confirmation) };
}

function enterPassword(
  { field, confirmation }: Record<'field' | 'confirmation', HTMLElement>,
  value: string,
) {
  for (const each of [field, confirmation]) {
    fireEvent.change(each, { target: { value } });
    fireEvent.blur(each);
  }
}

describe('a password reset', () => {
  const draft = { user: 'u', course: 'rust', run: 'r', message: 'Hello' };

  const reset = async (email = EMAIL, removesPasskeys = false) => {
    placeRequestDraft.write(draft);
    const { newPassword } = translations.en.passwordReset;
    const { calls, ...fields } = await reachNewPassword('en', { email });
    enterPassword(fields, NEW_PASSWORD);
    if (removesPasskeys) {
      fireEvent.click(screen.getByRole('checkbox', { name: newPassword.removePasskeys }));
    }
    fireEvent.click(screen.getByRole('button', { name: newPassword.submit }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/login');
    });
    return calls.at(-1)?.body;
  };

  it('removes all passkeys only when the user asks for it', async () => {
    expect(await reset()).not.toHaveProperty('removePasskeys');
  });

  it('offers to remove all passkeys', async () => {
    expect(await reset(EMAIL, true)).toHaveProperty('removePasskeys', true);
  });

  it('signs the user out, with what they have written', async () => {
    setAccessToken('token');
    await reset();
    expect(getAccessToken()).toBeNull();
    expect(placeRequestDraft.read('u', 'rust')).toBeUndefined();
  });

  describe('while a user is signed in', () => {
    const signInAs = (email: string) => {
      setAccessToken(TOKEN);
      cacheCurrentUser({ user: { ...student, email }, etag: null, token: TOKEN, lang: 'fr' });
    };

    it('keeps another user signed in, with what they have written', async () => {
      signInAs('sofiane@example.org');
      await reset();
      expect(getAccessToken()).toBe(TOKEN);
      expect(placeRequestDraft.read('u', 'rust')).toEqual(draft);
      placeRequestDraft.clear();
    });

    it('signs out the user of the reset, whose email address was typed in capitals', async () => {
      signInAs(EMAIL);
      await reset(EMAIL.toUpperCase());
      expect(getAccessToken()).toBeNull();
    });
  });

  it('keeps what a user has written whose session ended before', async () => {
    await reset();
    expect(placeRequestDraft.read('u', 'rust')).toEqual(draft);
    placeRequestDraft.clear();
  });
});

it('takes a code that is typed over one with the same digits', async () => {
  const calls = mockApi({
    'POST /users/request-reset': ok,
    'POST /users/verify-reset-code': errorResponse(400, 'invalid_code'),
  });
  await open();
  requestCode('en', EMAIL);
  const first = await enterCode('en');
  await screen.findByRole('alert');
  first.focus();
  for (const digit of '000001') {
    const box = document.activeElement;
    if (box instanceof HTMLInputElement) {
      // The box is selected, so what is typed replaces its digit.
      fireEvent.input(box, { target: { value: digit } });
    }
  }
  fireEvent.click(screen.getByRole('button', { name: translations.en.passwordReset.code.submit }));
  await waitFor(() => {
    expect(calls.at(-1)?.body).toEqual({ email: EMAIL, resetCode: '000001' });
  });
});

describe('"Back" in the first step', () => {
  it.each([
    ['a signed-in user where they came from', true, { from: '/delete-info' }, '/delete-info'],
    ['a signed-in user to the settings, from elsewhere', true, undefined, '/settings'],
    ['a signed-in user to no other site', true, { from: '//elsewhere.example' }, '/settings'],
    ['a visitor to the login', false, { from: '/profile' }, '/login'],
  ])('leads %s', async (_, isSignedIn, state, path) => {
    if (isSignedIn) {
      setAccessToken('token');
    }
    await open('en', state);
    fireEvent.click(screen.getByRole('button', { name: translations.en.common.navigation.back }));
    await waitFor(() => {
      expect(window.location.pathname).toBe(path);
    });
  });
});

describe.each(languages)('a refused password reset in $ownName', ({ code: language }) => {
  const { common, errors, passwordReset } = translations[language];

  it('requires an email address', async () => {
    const calls = mockApi({});
    await open(language);
    requestCode(language, '');
    const email = emailField(language);
    await waitFor(() => {
      expect(email).toHaveFocus();
    });
    expect(email).toHaveAttribute('aria-invalid', 'true');

    requestCode(language, 'no address');
    await waitFor(() => {
      expect(screen.queryByRole('button', { busy: true })).toBeNull();
    });
    expect(email).toHaveAccessibleDescription(errors.email_invalid);
    fireEvent.change(email, { target: { value: EMAIL } });
    await waitFor(() => {
      expect(email).toHaveAttribute('aria-invalid', 'false');
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['the message of its code', errorResponse(429, 'too_many_requests'), errors.too_many_requests],
    ['a message of its own', jsonResponse(400, {}), passwordReset.forgot.requestFailed],
  ])('says why no code is sent with %s', async (_, response, said) => {
    mockApi({ 'POST /users/request-reset': response });
    await open(language);
    requestCode(language, EMAIL);
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(said));
    expect(emailField(language)).toHaveValue(EMAIL);
  });

  it('shows that a code is wrong until another one is typed', async () => {
    mockApi({
      'POST /users/request-reset': ok,
      'POST /users/verify-reset-code': errorResponse(400, 'invalid_code'),
    });
    await open(language);
    requestCode(language, EMAIL);
    const first = await enterCode(language);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(passwordReset.code.invalidCode),
    );
    expect(first).toHaveAttribute('aria-invalid', 'true');
    expect(first).toHaveAccessibleDescription(new RegExp(passwordReset.code.invalidCode));
    fireEvent.input(first, { target: { value: '1' } });
    expect(first).toHaveAttribute('aria-invalid', 'false');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes back to the first step when the reset token expired', async () => {
    const response = errorResponse(400, 'reset_failed');
    enterPassword(await reachNewPassword(language, { response }), NEW_PASSWORD);
    fireEvent.click(screen.getByRole('button', { name: passwordReset.newPassword.submit }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(errors.reset_failed),
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      normalizeSpaces(common.pages.forgotPassword),
    );
    expect(emailField(language)).toHaveValue(EMAIL);
  });
});

it('warns of a new password that the server will refuse, and says it once when it was refused', async () => {
  const { errors, passwordReset } = translations.en;
  const code = 'password_known';
  const response = errorResponse(400, code, { newPassword: code });
  const { field, confirmation } = await reachNewPassword('en', { response });
  for (const [password, text] of [
    ['Amina#7xyz', errors.password_personal],
    [KNOWN_PASSWORD, errors.password_known],
  ] as const) {
    fireEvent.change(field, { target: { value: password } });
    expect((await screen.findByText(text)).closest('[role="status"]')).toBeVisible();
    expect(field).toBeValid();
  }

  fireEvent.change(confirmation, { target: { value: KNOWN_PASSWORD } });
  const submit = screen.getByRole('button', { name: passwordReset.newPassword.submit });
  submit.focus();
  fireEvent.click(submit);
  await waitFor(() => {
    expect(field).toBeInvalid();
  });
  expect(field).toHaveFocus();
  expect(screen.getAllByText(errors.password_known)).toHaveLength(1);
});

it.each([
  // Eight UTF-16 code units.
  ['🔑🔑🔑🔑', translations.en.errors.password_too_short],
  ['a'.repeat(129), translations.en.errors.field_too_long],
])('refuses a new password of a wrong length: %s', async (password, text) => {
  const fields = await reachNewPassword('en');
  enterPassword(fields, password);
  await waitFor(() => {
    expect(fields.field).toHaveAccessibleDescription(expect.stringContaining(text));
  });
  expect(
    screen.getByRole('button', { name: translations.en.passwordReset.newPassword.submit }),
  ).toBeDisabled();
});

describe('the request for a code', () => {
  it('accepts an email address that was pasted with direction marks', async () => {
    const calls = mockApi({ 'POST /users/request-reset': ok });
    await open('ar');
    requestCode('ar', `\u202b${EMAIL}\u200f`);
    await screen.findByRole('group', { name: translations.ar.passwordReset.code.label });
    expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  });
});
