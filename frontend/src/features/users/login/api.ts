import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

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
