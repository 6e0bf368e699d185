import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type Verification = components['schemas']['VerificationResponse']['data'];

/** Returns for whom and since when a verification link is. It changes nothing. */
export function getVerification(lang: LanguageCode, token: string): Promise<Verification> {
  return dataOf(
    client.POST('/users/verification', { params: { query: { lang } }, body: { token } }),
  );
}
