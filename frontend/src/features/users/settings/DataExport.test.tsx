import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { removeOtherUsers, userQueryKey } from '#entities/user/currentUser.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { expectFocusAfterRetry } from '#testing/retry.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { DataExport } from './DataExport.tsx';

const GET = 'GET /users/me/export';
const REQUEST = 'POST /users/me/export';
const URL_OF_ARCHIVE = 'https://files.example.org/export/1?X-Amz-Signature=1';

const exported = (state: string, more = {}) => ({
  state,
  requestedAt: '2030-01-01T12:00:00Z',
  expiresAt: '2030-01-02T12:00:00Z',
  ...more,
});
const success = (data: object | null, status = 200) =>
  jsonResponse(status, { success: true, data });
const ready = success(exported('ready', { url: URL_OF_ARCHIVE }));

beforeEach(() => {
  setAccessToken('token');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (language: LanguageCode = 'en') =>
  openScreen(DataExport, {
    path: '/settings',
    language,
    namespaces: ['settings', 'signIn', 'errors'],
  });

async function submit(language: LanguageCode, password: string) {
  const { settings, signIn } = translations[language];
  fireEvent.click(await screen.findByRole('button', { name: settings.dataExport.open }));
  fireEvent.change(screen.getByLabelText(signIn.fields.currentPassword), {
    target: { value: password },
  });
  fireEvent.click(screen.getByRole('button', { name: settings.dataExport.submit }));
}

describe.each(languages)('a copy of the data in $ownName', ({ code: language, dates }) => {
  const { settings, errors } = translations[language];
  const { dataExport } = settings;

  it('is requested with the password, announced, and keeps the focus in its section', async () => {
    const calls = mockApi({ [GET]: success(null), [REQUEST]: success(exported('making'), 202) });
    await open(language);
    await submit(language, 'Right horse 1');
    await waitFor(() => {
      expect(screen.getAllByRole('status')[0]).toHaveTextContent(
        normalizeSpaces(dataExport.making),
      );
    });
    expect(calls.find(({ name }) => name === REQUEST)?.body).toEqual({
      password: 'Right horse 1',
    });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('region', { name: normalizeSpaces(dataExport.title) })).toHaveFocus();
  });

  it('shows until when it can be downloaded', async () => {
    mockApi({ [GET]: ready });
    await open(language);
    const format = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeStyle: 'short' });
    const time = format.format(new Date('2030-01-02T12:00:00Z'));
    await waitFor(() => {
      expect(screen.getAllByRole('status')[0]).toHaveTextContent(
        normalizeSpaces(dataExport.ready.replace('{{time}}', time)),
      );
    });
    expect(screen.getByRole('button', { name: dataExport.openAgain })).toBeVisible();
  });

  it('says that it could not be made, and can be requested again', async () => {
    mockApi({ [GET]: success(exported('failed')) });
    await open(language);
    expect(await screen.findByText(normalizeSpaces(dataExport.failedToMake))).toBeVisible();
    expect(screen.getByRole('button', { name: dataExport.openAgain })).toBeVisible();
  });

  it.each([
    [403, 'incorrect_password', errors.incorrect_password],
    [429, 'too_many_requests', errors.too_many_requests],
  ])('shows why it was refused: %s %s', async (status, code, said) => {
    mockApi({ [GET]: success(null), [REQUEST]: errorResponse(status, code) });
    await open(language);
    await submit(language, 'Wrong horse 1');
    expect(await screen.findByText(normalizeSpaces(said))).toBeVisible();
  });

  it('shows why the state could not be loaded, and loads it again', async () => {
    const responses = { [GET]: errorResponse(403, 'forbidden') };
    mockApi(responses);
    await open(language);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(normalizeSpaces(dataExport.loadFailed));
    const succeed = () => (responses[GET] = success(null));
    await expectFocusAfterRetry(notice, succeed, dataExport.title);
    expect(await screen.findByRole('button', { name: dataExport.open })).toBeVisible();
  });
});

describe('a copy of the data', () => {
  const { settings, errors } = translations.en;
  const { dataExport } = settings;

  it('is not requested without the password', async () => {
    const calls = mockApi({ [GET]: success(null) });
    await open();
    await submit('en', '');
    expect(await screen.findByText(errors.missing_password)).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual([GET]);
  });

  it('is not kept when the user has signed out before the response', async () => {
    const { promise: response, resolve: respond } = deferred<Response>();
    mockApi({ [GET]: success(null), [REQUEST]: () => response });
    await open();
    await submit('en', 'Right horse 1');
    removeOtherUsers(null);
    cleanup();
    respond(Response.json({ success: true, data: exported('making') }));
    await new Promise((read) => setTimeout(read, 50));
    expect(queryClient.getQueriesData({ queryKey: userQueryKey('token') })).toEqual([]);
  });

  it('becomes ready while the screen is open', async () => {
    mockApi({ [GET]: success(exported('making')) });
    await open();
    expect(await screen.findByText(dataExport.making)).toBeVisible();
    mockApi({ [GET]: ready });
    const button = await screen.findByRole(
      'button',
      { name: dataExport.download },
      { timeout: 5000 },
    );
    expect(button).toBeVisible();
  });

  it('is downloaded from a new URL', async () => {
    const assign = vi.fn();
    mockApi({ [GET]: ready });
    await open();
    const button = await screen.findByRole('button', { name: dataExport.download });
    mockApi({ [GET]: success(exported('ready', { url: `${URL_OF_ARCHIVE}2` })) });
    const { href, origin } = window.location;
    vi.stubGlobal('location', { href, origin, assign });
    fireEvent.click(button);
    await waitFor(() => {
      expect(assign).toHaveBeenCalledWith(`${URL_OF_ARCHIVE}2`);
    });
  });

  it('says so when it is gone, and can be requested again', async () => {
    mockApi({ [GET]: ready });
    await open();
    const button = await screen.findByRole('button', { name: dataExport.download });
    mockApi({ [GET]: success(null) });
    fireEvent.click(button);
    expect(await screen.findByText(dataExport.gone)).toBeVisible();
    expect(await screen.findByRole('button', { name: dataExport.open })).toBeVisible();
  });
});
