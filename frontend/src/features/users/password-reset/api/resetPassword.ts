import { client, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

type PasswordReset = components['schemas']['PasswordReset'];

/** Sets the new password, with the password reset token in the cookie; returns the server's message. */
export async function resetPassword(lang: LanguageCode, body: PasswordReset): Promise<string> {
  const request = client.POST('/users/reset-password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.message;
}
