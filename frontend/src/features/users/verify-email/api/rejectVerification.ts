import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Deletes the user who signed up with the email address of somebody else. It can be repeated. */
export async function rejectVerification(lang: LanguageCode, token: string): Promise<void> {
  const request = client.POST('/users/reject-verification', {
    params: { query: { lang } },
    body: { token },
  });
  await responseOf(request);
}
