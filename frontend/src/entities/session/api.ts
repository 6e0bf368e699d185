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

type Ceremony = components['schemas']['PasskeyCeremonyResponse']['data'];

/** Begins a sign-in with a passkey. */
export function beginPasskeyLogin(lang: LanguageCode, signal: AbortSignal): Promise<Ceremony> {
  const params = { query: { lang } };
  return dataOf(client.POST('/users/passkey-login/options', { params, signal }));
}

export type SignedChallenge = components['schemas']['PasskeyLogin'];

/** Exchanges a challenge that a passkey has signed for an access token and the user. */
export async function passkeyLogin(
  lang: LanguageCode,
  body: SignedChallenge,
): Promise<components['schemas']['LoginResponse']> {
  const request = client.POST('/users/passkey-login', { params: { query: { lang } }, body });
  return (await responseOf(request)).body;
}
