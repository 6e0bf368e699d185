import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import { currentVersions } from '#entities/legal/legalSections.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type ConsentState = components['schemas']['ConsentState'];

/** Agrees to the versions that this release shows. The server refuses those that are not the current ones. */
export function giveConsent(lang: LanguageCode): Promise<ConsentState> {
  return dataOf(
    client.PUT('/users/me/consent', { params: { query: { lang } }, body: currentVersions }),
  );
}
