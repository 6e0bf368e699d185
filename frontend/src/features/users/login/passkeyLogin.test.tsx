import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearAccessToken, getAccessToken } from '#api/accessToken.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { CREDENTIAL_ID, mockPasskeys } from '#testing/passkeys.ts';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { LoginScreen } from './LoginScreen.tsx';

const BEGIN = 'POST /users/passkey-login/options';
const FINISH = 'POST /users/passkey-login';
const begun = jsonResponse(200, {
  success: true,
  data: { challenge: 'sealed', options: { challenge: 'AQID', rpId: 'example.org' } },
});
const signedIn = jsonResponse(200, {
  success: true,
  token: 'token',
  data: { _id: 'u', fullname: 'Amina Benali', email: 'a@example.org' },
});

const open = (language: LanguageCode = 'en') =>
  openScreen(LoginScreen, { path: '/login', language, namespaces: ['signIn', 'errors'] });

const button = (language: LanguageCode) =>
  screen.getByRole('button', { name: translations[language].signIn.passkey.submit });

const signsIn = () =>
  waitFor(() => {
    expect(getAccessToken()).toBe('token');
  });

const signOutAfterwards = () => {
  onTestFinished(() => {
    clearAccessToken({ byUser: true });
  });
};

describe.each(languages)('a sign-in with a passkey in $ownName', ({ code: language }) => {
  const { errors, signIn } = translations[language];

  it.each([
    [400, 'passkey_expired'],
    [401, 'passkey_refused'],
    [403, 'account_blocked'],
    [403, 'account_not_verified'],
    [429, 'too_many_attempts'],
  ] as const)('announces the refusal %i %s, and keeps it in sight', async (status, code) => {
    const { signalUnknownCredential } = mockPasskeys();
    mockApi({ [BEGIN]: begun, [FINISH]: errorResponse(status, code) });
    await open(language);
    fireEvent.click(button(language));
    expect(await screen.findByRole('alert')).toHaveTextContent(normalizeSpaces(errors[code]));
    expect(screen.getAllByText(normalizeSpaces(errors[code]))).toHaveLength(1);
    // Only a passkey that the API does not know is to be forgotten.
    expect(signalUnknownCredential.mock.calls).toEqual(
      code === 'passkey_refused' ? [[{ rpId: 'example.org', credentialId: CREDENTIAL_ID }]] : [],
    );
  });

  it('says that the browser has failed', async () => {
    mockPasskeys().get.mockRejectedValue(new DOMException('', 'UnknownError'));
    mockApi({ [BEGIN]: begun });
    await open(language);
    fireEvent.click(button(language));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(signIn.passkey.failed),
    );
  });

  it('says that the browser does not support passkeys', async () => {
    const calls = mockApi({});
    await open(language);
    fireEvent.click(button(language));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      normalizeSpaces(signIn.passkey.unsupported),
    );
    expect(calls).toEqual([]);
  });
});

describe('a sign-in with a passkey', () => {
  const { login } = translations.en.signIn;

  it.each([true, false])(
    'signs in without typing, and keeps the user signed in: %s',
    async (remember) => {
      signOutAfterwards();
      mockPasskeys();
      const calls = mockApi({ [BEGIN]: begun, [FINISH]: signedIn });
      await open();
      if (!remember) {
        fireEvent.click(screen.getByRole('checkbox', { name: login.remember }));
      }
      fireEvent.click(button('en'));
      await signsIn();
      expect(await screen.findByText(/Welcome back, .*Amina Benali/)).toBeVisible();
      expect(calls.find(({ name }) => name === FINISH)?.body).toMatchObject({
        challenge: 'sealed',
        credential: { id: CREDENTIAL_ID },
        remember,
      });
    },
  );

  it('says nothing when the user closes the dialog, and suggests passkeys again', async () => {
    const { get, suggest } = mockPasskeys();
    get.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    mockApi({ [BEGIN]: begun });
    await open();
    await waitFor(() => {
      expect(suggest).toHaveBeenCalledOnce();
    });
    fireEvent.click(button('en'));
    await waitFor(() => {
      expect(suggest).toHaveBeenCalledTimes(2);
    });
    expect(suggest.mock.calls[0]?.[0].signal?.aborted).toBe(true);
    expect(suggest.mock.calls[1]?.[0].signal?.aborted).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('signs in with a suggestion of the browser', async () => {
    signOutAfterwards();
    const { get, suggest } = mockPasskeys();
    suggest.mockImplementation(get.getMockImplementation() as never);
    mockApi({ [BEGIN]: begun, [FINISH]: signedIn });
    await open();
    await signsIn();
  });

  it('ends the suggestions when the screen is left', async () => {
    const { suggest } = mockPasskeys();
    mockApi({ [BEGIN]: begun });
    await open();
    await waitFor(() => {
      expect(suggest).toHaveBeenCalledOnce();
    });
    fireEvent.click(screen.getByRole('link', { name: login.forgot }));
    await waitFor(() => {
      expect(suggest.mock.calls[0]?.[0].signal?.aborted).toBe(true);
    });
  });

  it('renews the challenge of the suggestions when the page is visible again after its time', async () => {
    const { suggest } = mockPasskeys();
    const calls = mockApi({ [BEGIN]: begun });
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    const show = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      fireEvent(document, new Event('visibilitychange'));
    };
    await open();
    await waitFor(() => {
      expect(suggest).toHaveBeenCalledOnce();
    });
    show('hidden');
    show('visible');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 6 * 60_000);
    show('hidden');
    expect(suggest.mock.calls[0]?.[0].signal?.aborted).toBe(false);
    show('visible');
    await waitFor(() => {
      expect(suggest).toHaveBeenCalledTimes(2);
    });
    show('hidden');
    show('visible');
    expect(suggest.mock.calls[1]?.[0].signal?.aborted).toBe(false);
    expect(calls).toHaveLength(2);
  });

  it('says nothing when the suggestions cannot be prepared', async () => {
    mockPasskeys();
    const calls = mockApi({ [BEGIN]: errorResponse(503, 'service_unavailable') });
    await open();
    await waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
