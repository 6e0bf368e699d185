import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Requests another verification link, which is sent if a user waits for one; returns the server's message, which is
 * the same for everybody. `too_many_requests` after three in an hour.
 */
export async function resendVerification(lang: LanguageCode, email: string): Promise<string> {
  const call = client.POST('/users/resend-verification', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(call)).body.message;
}
