import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearAccessToken, getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { KNOWN_PASSWORD, knownPasswordFile } from '#testing/knownPasswords.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { ChangePassword } from './Credentials.tsx';

const CHANGE = 'PUT /users/me/password';
const me = {
  'GET /users/me': jsonResponse(200, { success: true, data: { email: 'a@example.org' } }),
};

beforeEach(() => {
  setAccessToken('before');
});

const open = async (language: LanguageCode) => {
  await openScreen(ChangePassword, {
    path: '/settings',
    language,
    namespaces: ['settings', 'signIn', 'errors'],
  });
  fireEvent.click(
    screen.getByRole('button', { name: translations[language].settings.changePassword.open }),
  );
};

function submit(language: LanguageCode, [current, chosen, confirmation]: [string, string, string]) {
  const {
    signIn: { fields },
    settings: { changePassword },
  } = translations[language];
  for (const [label, value] of [
    [fields.currentPassword, current],
    [fields.newPassword, chosen],
    [fields.confirmation, confirmation],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: changePassword.submit }));
}

describe.each(languages)('a change of password in $ownName', ({ code: language }) => {
  const { settings, signIn, errors } = translations[language];
  const { fields, newPassword } = signIn;
  const { changePassword } = settings;

  it('replaces the token of this browser, and closes the form', async () => {
    const calls = mockApi({
      ...me,
      [CHANGE]: jsonResponse(200, { success: true, token: 'after', message: 'Done' }),
    });
    await open(language);
    expect(screen.getByLabelText(fields.currentPassword)).toHaveFocus();
    submit(language, ['Right horse 1', 'Another horse 2', 'Another horse 2']);
    expect(await screen.findByText(normalizeSpaces(changePassword.done))).toBeVisible();
    expect(getAccessToken()).toBe('after');
    expect(calls.find(({ name }) => name === CHANGE)?.body).toEqual({
      currentPassword: 'Right horse 1',
      newPassword: 'Another horse 2',
    });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: changePassword.open })).toHaveFocus();
    });
  });

  it('validates the form before it is sent', async () => {
    const calls = mockApi(me);
    await open(language);
    submit(language, ['', 'short', 'other']);
    await waitFor(() => {
      expect(screen.getByLabelText(fields.currentPassword)).toHaveFocus();
    });
    for (const [label, text] of [
      [fields.currentPassword, errors.missing_password],
      [fields.confirmation, newPassword.mismatch],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(normalizeSpaces(text));
    }
    expect(calls.filter(({ name }) => name === CHANGE)).toEqual([]);
  });

  it('shows a wrong current password at its field', async () => {
    mockApi({ ...me, [CHANGE]: errorResponse(403, 'incorrect_password') });
    await open(language);
    submit(language, ['Wrong horse 1', 'Another horse 2', 'Another horse 2']);
    const field = screen.getByLabelText(fields.currentPassword);
    await waitFor(() => {
      expect(field).toHaveAccessibleDescription(normalizeSpaces(errors.incorrect_password));
    });
    expect(field).toHaveFocus();
    expect(getAccessToken()).toBe('before');
  });

  it.each([
    ['too many attempts', errorResponse(429, 'too_many_attempts'), errors.too_many_attempts],
    ['another failure', jsonResponse(400, {}), changePassword.failed],
  ])('says why it failed: %s', async (_, response, text) => {
    mockApi({ ...me, [CHANGE]: response });
    await open(language);
    submit(language, ['Right horse 1', 'Another horse 2', 'Another horse 2']);
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(text));
    expect(screen.getByLabelText(fields.newPassword)).toHaveValue('Another horse 2');
  });
});

it.each([
  ['signed out', null],
  ['signed out and another one has signed in', 'another'],
])('stores no token when the user has %s before the response', async (_, meanwhile) => {
  mockApi({
    ...me,
    [CHANGE]: () => {
      act(() => {
        clearAccessToken({ byUser: true });
        if (meanwhile !== null) {
          setAccessToken(meanwhile);
        }
      });
      return Response.json({ success: true, token: 'after', message: 'Done' });
    },
  });
  await open('en');
  submit('en', ['Right horse 1', 'Another horse 2', 'Another horse 2']);
  expect(await screen.findByText(translations.en.settings.changePassword.done)).toBeVisible();
  expect(getAccessToken()).toBe(meanwhile);
});

it.each([
  // Eight UTF-16 code units.
  ['🔑🔑🔑🔑', translations.en.errors.password_too_short],
  ['a'.repeat(129), translations.en.errors.field_too_long],
])('does not send a new password of a wrong length: %s', async (password, text) => {
  const calls = mockApi(me);
  await open('en');
  submit('en', ['Right horse 1', password, password]);
  const field = screen.getByLabelText(translations.en.signIn.fields.newPassword);
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(expect.stringContaining(text));
  });
  expect(calls.filter(({ name }) => name === CHANGE)).toEqual([]);
});

it('shows the error of a new password that the server refuses at its field', async () => {
  const { fields } = translations.en.signIn;
  const code = 'password_personal';
  mockApi({ ...me, [CHANGE]: errorResponse(400, code, { newPassword: code }) });
  await open('en');
  submit('en', ['Right horse 1', 'Another horse 2', 'Another horse 2']);
  await waitFor(() => {
    expect(screen.getByLabelText(fields.newPassword)).toBeInvalid();
  });
});

it('warns of a password that the server will refuse, and says it once when it was refused', async () => {
  const { errors, signIn } = translations.en;
  const code = 'password_known';
  mockApi({
    ...{ ...me, ...knownPasswordFile },
    [CHANGE]: errorResponse(400, code, { newPassword: code }),
  });
  await open('en');
  const field = screen.getByLabelText(signIn.fields.newPassword);
  fireEvent.change(field, { target: { value: KNOWN_PASSWORD } });
  expect((await screen.findByText(errors.password_known)).closest('[role="status"]')).toBeVisible();
  expect(field).toBeValid();

  submit('en', ['Right horse 1', KNOWN_PASSWORD, KNOWN_PASSWORD]);
  await waitFor(() => {
    expect(field).toBeInvalid();
  });
  expect(field).toHaveFocus();
  expect(screen.getAllByText(errors.password_known)).toHaveLength(1);
});

it('warns of a new password that is made of the name of the user', async () => {
  const { errors, signIn } = translations.en;
  const data = { email: 'a@example.org', fullname: 'Amina Benali' };
  mockApi({ 'GET /users/me': jsonResponse(200, { success: true, data }) });
  await open('en');
  const field = screen.getByLabelText(signIn.fields.newPassword);
  fireEvent.change(field, { target: { value: 'Benali#7xyz' } });
  expect(await screen.findByText(errors.password_personal)).toBeVisible();
});

it('forgets what was typed when it is cancelled', async () => {
  const { fields } = translations.en.signIn;
  const { changePassword, settings } = translations.en.settings;
  mockApi(me);
  await open('en');
  fireEvent.change(screen.getByLabelText(fields.currentPassword), {
    target: { value: 'secret' },
  });
  fireEvent.click(screen.getByRole('button', { name: settings.cancel }));
  fireEvent.click(screen.getByRole('button', { name: changePassword.open }));
  expect(screen.getByLabelText(fields.currentPassword)).toHaveValue('');
});
