import i18next from 'i18next';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { setAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { startI18n } from '#i18n/i18n.ts';
import { storeLanguage } from '#i18n/languagePreference.ts';
import { languageOf } from '#i18n/languages.ts';
import { dataResponse, errorResponse, mockApi, noResponse } from '#testing/network.ts';
import { student } from '#testing/student.ts';
import { loadSignedInHome, SignedInHome } from './SignedInHome.tsx';

const ME = 'GET /users/me';

beforeEach(() => {
  setAccessToken('token');
  onTestFinished(() => {
    queryClient.clear();
  });
});

it('waits for the user, and requests them once', async () => {
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const requests = mockApi({ [ME]: () => response });
  const onLoaded = vi.fn();
  const loading = loadSignedInHome().then(onLoaded);
  await vi.waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  expect(onLoaded).not.toHaveBeenCalled();
  respond(Response.json({ success: true, data: student }));
  await loading;
  expect(onLoaded).toHaveBeenCalledWith(SignedInHome);
  await loadSignedInHome();
  expect(requests).toHaveLength(1);
});

it('requests the user in the preferred language before the translations are loaded', async () => {
  vi.spyOn(i18next, 'isInitialized', 'get').mockReturnValue(false);
  storeLanguage(languageOf('ar'));
  const requests = mockApi({ [ME]: dataResponse(student) });
  await loadSignedInHome();
  expect(requests.map(({ query }) => query.get('lang'))).toEqual(['ar']);
});

it('requests the user in the language on screen, also when another one is stored', async () => {
  await startI18n(languageOf('fr'), []);
  storeLanguage(languageOf('ar'));
  const requests = mockApi({ [ME]: dataResponse(student) });
  await loadSignedInHome();
  expect(requests.map(({ query }) => query.get('lang'))).toEqual(['fr']);
});

it('does not wait for a user who cannot be fetched', async () => {
  mockApi({ [ME]: errorResponse(403, 'forbidden') });
  await expect(loadSignedInHome()).resolves.toBe(SignedInHome);
});

it('waits for at most a second', async () => {
  vi.useFakeTimers();
  mockApi({ [ME]: noResponse });
  const loading = loadSignedInHome();
  await vi.advanceTimersByTimeAsync(1000);
  await expect(loading).resolves.toBe(SignedInHome);
});
