import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** Confirms the change of the email address with the token of the link in the new mailbox. Repeating it changes nothing. */
export async function confirmEmailChange(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang } };
  await responseOf(client.POST('/users/me/email/confirm', { params, body: { token } }));
}

/** Reverts to the earlier email address with the token of the revert link. Repeating it changes nothing. */
export async function revertEmailChange(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang } };
  await responseOf(client.POST('/users/me/email/revert', { params, body: { token } }));
}

/** Turns off the reminders of sessions with the token of the link in one. Repeating it changes nothing. */
export async function stopReminders(lang: LanguageCode, token: string): Promise<void> {
  const params = { query: { lang, token } };
  await responseOf(client.POST('/users/stop-reminders', { params }));
}
