import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Has a reset code mailed, if there is such an account; answers what to say. */
export async function requestReset(lang: LanguageCode, email: string): Promise<string> {
  const call = client.POST('/users/request-reset', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(call)).body.message;
}
