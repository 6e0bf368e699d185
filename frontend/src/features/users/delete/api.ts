import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Deletes the user permanently; returns the server's message. */
export async function deleteUser(lang: LanguageCode, password: string): Promise<string> {
  const request = client.POST('/users/delete', { params: { query: { lang } }, body: { password } });
  return (await responseOf(request)).body.message;
}
