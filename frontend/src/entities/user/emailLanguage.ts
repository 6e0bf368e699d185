import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';

/** The request before. Later choices follow it, so that the last one counts. */
let sending: Promise<unknown> = Promise.resolve();

/** Sets the language of emails to the signed-in user. */
export async function setEmailLanguage(language: LanguageCode): Promise<void> {
  const sent = sending.then(() =>
    responseOf(client.PUT('/users/me/language', { body: { language } })),
  );
  sending = sent.catch(() => undefined);
  await sent;
}
