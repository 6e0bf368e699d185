import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Exchanges the code for the password reset token in a cookie (contract, Accounts). */
export async function verifyResetCode(
  lang: LanguageCode,
  email: string,
  resetCode: string,
): Promise<void> {
  const body = { email, resetCode };
  await responseOf(client.POST('/users/verify-reset-code', { params: { query: { lang } }, body }));
}
