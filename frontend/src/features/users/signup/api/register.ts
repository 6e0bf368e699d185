import { dataOf, client } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Registration = components['schemas']['Registration'];

/** Makes an account; the server mails a link that proves the address (contract, call 1). */
export async function register(lang: LanguageCode, registration: Registration): Promise<void> {
  await dataOf(client.POST('/users/register', { params: { query: { lang } }, body: registration }));
}
