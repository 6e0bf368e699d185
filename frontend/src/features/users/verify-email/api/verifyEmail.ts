import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Verifies the email address with the token of the link; returns the server's message. Repeating it returns the
 * same.
 */
export async function verifyEmail(lang: LanguageCode, token: string): Promise<string> {
  const call = client.POST('/users/verify-email', {
    params: { query: { lang } },
    body: { token },
  });
  return (await responseOf(call)).body.message;
}
