import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type EmailChange = components['schemas']['EmailChange'];

/**
 * Starts a change of the email address: a link is emailed to the new mailbox. Without a password it sends the link of
 * the pending change again.
 */
export function requestEmailChange(
  lang: LanguageCode,
  email: string,
  password?: string,
): Promise<EmailChange> {
  const body = { email, ...(password !== undefined && { password }) };
  return dataOf(client.POST('/users/me/email', { params: { query: { lang } }, body }));
}

/** Cancels the pending change. */
export async function cancelEmailChange(lang: LanguageCode): Promise<void> {
  await responseOf(client.DELETE('/users/me/email', { params: { query: { lang } } }));
}
