import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Returns the challenge that the next registration from this network needs; null when it needs none. */
export async function beginRegistration(
  lang: LanguageCode,
  signal: AbortSignal,
): Promise<components['schemas']['Challenge'] | null> {
  const params = { query: { lang } };
  const data = await dataOf(client.GET('/users/registration-challenge', { params, signal }));
  return data.challenge;
}
