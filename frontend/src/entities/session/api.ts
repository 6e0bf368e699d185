import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { bearer } from '#api/authorization.ts';
import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';

export type Credentials = components['schemas']['Credentials'];

/** Exchanges an email address and a password for an access token and the user. */
export async function login(
  lang: LanguageCode,
  credentials: Credentials,
): Promise<components['schemas']['LoginResponse']> {
  const request = client.POST('/users/login', { params: { query: { lang } }, body: credentials });
  return (await responseOf(request)).body;
}

/** Ends the session of an access token on the server. It is ended as well when the server rejects the token. */
export async function logout(token: string): Promise<void> {
  // The page may be left meanwhile.
  const request = client.POST('/users/logout', { headers: bearer(token), keepalive: true });
  try {
    await responseOf(request);
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 401)) {
      throw failure;
    }
  }
}

export type SignedChallenge = components['schemas']['PasskeyLogin'];

interface SignOptions {
  lang: LanguageCode;
  /** Ends the request, and closes what the browser shows for it. */
  signal: AbortSignal;
  /** Offers the passkeys among the suggestions of the email field, instead of in a dialog. */
  isAutofill: boolean;
}

/** Lets a passkey that the user chooses sign a new challenge. Also returns the site of the passkey. */
export async function signChallenge({ lang, signal, isAutofill }: SignOptions) {
  const [{ startAuthentication, WebAuthnAbortService }, { challenge, options }] = await Promise.all(
    [
      import('@simplewebauthn/browser'),
      dataOf(client.POST('/users/passkey-login/options', { params: { query: { lang } }, signal })),
    ],
  );
  // A browser allows one pending request. A request that has ended must not abort another one.
  signal.throwIfAborted();
  const cancel = () => {
    WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', cancel);
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
    const credential = response as unknown as SignedChallenge['credential'];
    return { challenge, credential, site: optionsJSON.rpId ?? '' };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Exchanges a challenge that a passkey has signed for an access token and the user. */
export async function passkeyLogin(
  lang: LanguageCode,
  body: SignedChallenge,
): Promise<components['schemas']['LoginResponse']> {
  const request = client.POST('/users/passkey-login', { params: { query: { lang } }, body });
  return (await responseOf(request)).body;
}
