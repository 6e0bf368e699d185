import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Replaces the password. Every session ends; returns the access token that replaces the one of this browser. */
export async function changePassword(
  lang: LanguageCode,
  currentPassword: string,
  newPassword: string,
): Promise<string> {
  const body = { currentPassword, newPassword };
  const request = client.PUT('/users/me/password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.token;
}
