import { client, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Credentials = components['schemas']['Credentials'];

/** Exchanges an email address and a password for an access token and the user. */
export async function login(
  lang: LanguageCode,
  credentials: Credentials,
): Promise<components['schemas']['LoginResponse']> {
  const request = client.POST('/users/login', { params: { query: { lang } }, body: credentials });
  return (await responseOf(request)).body;
}
