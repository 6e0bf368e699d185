import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { CREDENTIAL_ID, mockPasskeys } from '#testing/passkeys.ts';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import type { Passkey } from './api.ts';
import { Passkeys } from './Passkeys.tsx';

const LIST = 'GET /users/me/passkeys';
const BEGIN = 'POST /users/me/passkeys/options';
const ADD = 'POST /users/me/passkeys';
const RENAME = 'PUT /users/me/passkeys/a';
const REMOVE = 'DELETE /users/me/passkeys/a';

const passkey = (change: Partial<Passkey> = {}): Passkey => ({
  _id: 'a',
  name: 'Laptop',
  createdAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
  lastUsedAt: null,
  ...change,
});

const listOf = (...data: Passkey[]) => jsonResponse(200, { success: true, data });
const done = jsonResponse(200, { success: true, message: 'Done' });
const begun = jsonResponse(200, {
  success: true,
  data: {
    challenge: 'sealed',
    options: {
      rp: { id: 'example.org', name: 'Example' },
      user: { id: 'AQID', name: 'a@example.org', displayName: '' },
      challenge: 'AQID',
      pubKeyCredParams: [],
    },
  },
});
const added = jsonResponse(201, { success: true, data: passkey({ _id: 'b', name: 'Firefox' }) });

const open = (language: LanguageCode = 'en') =>
  openScreen(Passkeys, {
    path: '/settings',
    language,
    namespaces: ['settings', 'signIn', 'errors'],
  });

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

async function add(language: LanguageCode = 'en') {
  const { settings, signIn } = translations[language];
  fireEvent.click(await screen.findByRole('button', { name: settings.passkeys.open }));
  const password = screen.getByLabelText(signIn.fields.currentPassword);
  expect(password).toHaveFocus();
  fireEvent.change(password, { target: { value: 'Correct horse 1' } });
  press(settings.passkeys.submit);
  return password;
}

async function removeLaptop(language: LanguageCode) {
  const { passkeys } = translations[language].settings;
  const name = passkeys.removeNamed.replace('{{name}}', 'Laptop');
  fireEvent.click(await screen.findByRole('button', { name }));
  fireEvent.click(await screen.findByRole('button', { name: passkeys.confirm }));
}

beforeEach(() => {
  setAccessToken('token');
});

describe.each(languages)('passkeys in $ownName', ({ code: language }) => {
  const { errors, settings } = translations[language];
  const { passkeys } = settings;

  it('adds one after the password, and offers to change the name that it got', async () => {
    mockPasskeys();
    const calls = mockApi({ [LIST]: listOf(), [BEGIN]: begun, [ADD]: added });
    await open(language);
    await add(language);
    const name = await screen.findByLabelText(passkeys.name);
    expect(name).toHaveValue('Firefox');
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
    expect(screen.getByText(normalizeSpaces(passkeys.added))).toBeVisible();
    expect(calls.find(({ name: called }) => called === BEGIN)?.body).toEqual({
      password: 'Correct horse 1',
    });
    expect(calls.find(({ name: called }) => called === ADD)?.body).toMatchObject({
      challenge: 'sealed',
      credential: { id: CREDENTIAL_ID },
    });
  });

  it.each([
    [429, 'too_many_attempts'],
    [409, 'passkey_limit_reached'],
  ] as const)('says why the password was not enough: %i %s', async (status, code) => {
    const { create } = mockPasskeys();
    mockApi({ [LIST]: listOf(), [BEGIN]: errorResponse(status, code) });
    await open(language);
    await add(language);
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(errors[code]));
    expect(create).not.toHaveBeenCalled();
  });

  it.each([
    [400, 'passkey_expired'],
    [400, 'passkey_invalid'],
    [409, 'conflict'],
  ] as const)('says why it was refused, and tells the browser: %i %s', async (status, code) => {
    const { signalUnknownCredential } = mockPasskeys();
    mockApi({ [LIST]: listOf(), [BEGIN]: begun, [ADD]: errorResponse(status, code) });
    await open(language);
    await add(language);
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(errors[code]));
    expect(signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({
      rpId: 'example.org',
      credentialId: CREDENTIAL_ID,
    });
  });

  it.each([
    ['InvalidStateError', passkeys.alreadyHere],
    ['NotSupportedError', passkeys.addFailed],
  ])('says why the browser has made none: %s', async (cause, said) => {
    mockPasskeys().create.mockRejectedValue(new DOMException('', cause));
    mockApi({ [LIST]: listOf(), [BEGIN]: begun });
    await open(language);
    await add(language);
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(said));
  });

  it('says that a browser does not support them', async () => {
    mockApi({ [LIST]: listOf(passkey()) });
    await open(language);
    expect(await screen.findByText('Laptop')).toBeVisible();
    expect(screen.getByText(normalizeSpaces(passkeys.unsupported))).toBeVisible();
    expect(screen.queryByRole('button', { name: passkeys.open })).toBeNull();
  });

  it('says that there are five', async () => {
    mockPasskeys();
    mockApi({ [LIST]: listOf(...['a', 'b', 'c', 'd', 'e'].map((_id) => passkey({ _id }))) });
    await open(language);
    expect(await screen.findByText(normalizeSpaces(errors.passkey_limit_reached))).toBeVisible();
    expect(screen.queryByRole('button', { name: passkeys.open })).toBeNull();
  });

  it('removes one after a question', async () => {
    mockApi({ [LIST]: listOf(passkey()), [REMOVE]: done });
    await open(language);
    await removeLaptop(language);
    const said = passkeys.removed.replace('{{name}}', isolatedName('Laptop'));
    expect(await screen.findByText(normalizeSpaces(said))).toBeVisible();
    expect(screen.queryByRole('listitem')).toBeNull();
    await waitFor(() => {
      expect(screen.getByRole('group', { name: passkeys.title })).toHaveFocus();
    });
  });
});

describe('passkeys', () => {
  const { errors, settings } = translations.en;
  const { passkeys } = settings;
  const rename = async (value: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Rename: Laptop' }));
    const name = screen.getByLabelText(passkeys.name);
    expect(name).toHaveFocus();
    fireEvent.change(name, { target: { value } });
    press(passkeys.save);
    return name;
  };

  it('changes a name, and returns the focus', async () => {
    const calls = mockApi({ [LIST]: listOf(passkey()), [RENAME]: done });
    await open();
    await rename(' Work laptop ');
    const item = await screen.findByRole('listitem');
    expect(await within(item).findByText('Work laptop')).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ name: 'Work laptop' });
    expect(screen.getByRole('button', { name: 'Rename: Work laptop' })).toHaveFocus();
  });

  it('keeps the form of another one when an earlier change is answered', async () => {
    const { promise: answered, resolve: respond } = deferred();
    mockApi({
      [LIST]: listOf(passkey(), passkey({ _id: 'b', name: 'Phone' })),
      [RENAME]: async (signal) => {
        await answered;
        return done(signal);
      },
    });
    await open();
    await rename('Work laptop');
    press(settings.settings.cancel);
    press('Rename: Phone');
    const field = screen.getByLabelText(passkeys.name);
    fireEvent.change(field, { target: { value: 'Old phone' } });
    respond();
    expect(await screen.findByText('Work laptop')).toBeVisible();
    expect(field).toBeVisible();
    expect(field).toHaveValue('Old phone');
  });

  it('needs a name', async () => {
    const calls = mockApi({ [LIST]: listOf(passkey()) });
    await open();
    const name = await rename(' ');
    await waitFor(() => {
      expect(name).toHaveAccessibleDescription(errors.passkey_name_required);
    });
    expect(calls).toHaveLength(1);
  });

  it('loads the list again when a passkey to be renamed is gone', async () => {
    const calls = mockApi({
      [LIST]: listOf(passkey()),
      [RENAME]: errorResponse(404, 'passkey_not_found'),
    });
    await open();
    await rename('Phone');
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.passkey_not_found);
    await waitFor(() => {
      expect(calls.filter(({ name }) => name === LIST)).toHaveLength(2);
    });
  });

  it('shows a wrong password at its field', async () => {
    const { create } = mockPasskeys();
    mockApi({ [LIST]: listOf(), [BEGIN]: errorResponse(403, 'incorrect_password') });
    await open();
    const password = await add();
    await waitFor(() => {
      expect(password).toHaveAccessibleDescription(errors.incorrect_password);
    });
    expect(password).toHaveFocus();
    expect(create).not.toHaveBeenCalled();
  });

  it('says nothing when the user closes the dialog of the browser', async () => {
    const { create } = mockPasskeys();
    create.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const calls = mockApi({ [LIST]: listOf(), [BEGIN]: begun });
    await open();
    const password = await add();
    await waitFor(() => {
      expect(create).toHaveBeenCalledOnce();
    });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: passkeys.submit })).not.toHaveAttribute(
        'aria-busy',
      );
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(password).toHaveValue('Correct horse 1');
    expect(calls.map(({ name }) => name)).not.toContain(ADD);
  });

  it('removes one that was removed elsewhere', async () => {
    mockApi({ [LIST]: listOf(passkey()), [REMOVE]: errorResponse(404, 'passkey_not_found') });
    await open();
    await removeLaptop('en');
    await waitFor(() => {
      expect(screen.queryByRole('listitem')).toBeNull();
    });
  });

  it('keeps one that could not be removed', async () => {
    mockApi({ [LIST]: listOf(passkey()), [REMOVE]: errorResponse(503, 'service_unavailable') });
    await open();
    await removeLaptop('en');
    expect(await screen.findByText(errors.service_unavailable)).toBeVisible();
    expect(screen.getByText('Laptop')).toBeInTheDocument();
  });

  it('loads the list again after a failure', async () => {
    const responses = { [LIST]: errorResponse(400, 'malformed_request') };
    mockApi(responses);
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(passkeys.loadFailed);
    const succeed = () => (responses[LIST] = listOf());
    await expectFocusAfterRetry(notice, succeed, passkeys.title);
  });
});
