import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Requests an email with a password reset code, which is sent if the user exists; returns the server's message. */
export async function requestReset(lang: LanguageCode, email: string): Promise<string> {
  const request = client.POST('/users/request-reset', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(request)).body.message;
}
