import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

type Ceremony = components['schemas']['PasskeyCeremonyResponse']['data'];

/** Begins a sign-in with a passkey. */
export function beginPasskeyLogin(lang: LanguageCode, signal: AbortSignal): Promise<Ceremony> {
  const params = { query: { lang } };
  return dataOf(client.POST('/users/passkey-login/options', { params, signal }));
}
