import { client, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Requests an email with a password reset code, which is sent if the user exists; returns the server's message. */
export async function requestReset(lang: LanguageCode, email: string): Promise<string> {
  const request = client.POST('/users/request-reset', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(request)).body.message;
}

/** Exchanges the code for the password reset token in a cookie (contract, Accounts). */
export async function verifyResetCode(
  lang: LanguageCode,
  email: string,
  resetCode: string,
): Promise<void> {
  const body = { email, resetCode };
  await responseOf(client.POST('/users/verify-reset-code', { params: { query: { lang } }, body }));
}

type PasswordReset = components['schemas']['PasswordReset'];

/** Sets the new password, with the password reset token in the cookie; returns the server's message. */
export async function resetPassword(lang: LanguageCode, body: PasswordReset): Promise<string> {
  const request = client.POST('/users/reset-password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.message;
}
