import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Changes the email address of the user whom this browser has signed up, before it is verified, and sends a
 * verification link there; returns the server's message.
 */
export async function correctEmail(lang: LanguageCode, email: string): Promise<string> {
  const request = client.POST('/users/correct-email', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(request)).body.message;
}
