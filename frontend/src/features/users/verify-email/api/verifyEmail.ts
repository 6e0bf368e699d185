import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Proves the mailbox with the token of the mailed link; answers what to say. Repeated, it answers the same. */
export async function verifyEmail(lang: LanguageCode, token: string): Promise<string> {
  const call = client.POST('/users/verify-email', {
    params: { query: { lang } },
    body: { token },
  });
  return (await responseOf(call)).body.message;
}
