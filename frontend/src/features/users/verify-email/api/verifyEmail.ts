import { client, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/**
 * Verifies the email address with the token of the link. The first request from the browser that signed the user up
 * also returns an access token and the user. It can be repeated.
 */
export async function verifyEmail(
  lang: LanguageCode,
  token: string,
): Promise<components['schemas']['VerifiedResponse']> {
  const request = client.POST('/users/verify-email', {
    params: { query: { lang } },
    body: { token },
  });
  return (await responseOf(request)).body;
}
