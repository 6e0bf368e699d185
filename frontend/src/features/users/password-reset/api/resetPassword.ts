import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Sets the new password, with the password reset token in the cookie; returns the server's message. */
export async function resetPassword(
  lang: LanguageCode,
  email: string,
  newPassword: string,
): Promise<string> {
  const body = { email, newPassword };
  const request = client.POST('/users/reset-password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.message;
}
