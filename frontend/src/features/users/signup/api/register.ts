import { dataOf, client } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Registration = components['schemas']['Registration'];

/** Registers a user; the server sends an email with a verification link (contract, call 1). */
export async function register(lang: LanguageCode, registration: Registration): Promise<void> {
  await dataOf(client.POST('/users/register', { params: { query: { lang } }, body: registration }));
}
