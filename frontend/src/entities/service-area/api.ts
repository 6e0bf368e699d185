import { client, responseOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { ServiceArea } from './serviceAreas.ts';

/** Asks to be told by email when a service opens. */
export async function addInterest(lang: LanguageCode, area: ServiceArea): Promise<void> {
  const params = { path: { id: area }, query: { lang } };
  await responseOf(client.POST('/services/{id}/interest', { params }));
}

/** Asks no longer to be told when a service opens. */
export async function withdrawInterest(lang: LanguageCode, area: ServiceArea): Promise<void> {
  const params = { path: { id: area }, query: { lang } };
  await responseOf(client.DELETE('/services/{id}/interest', { params }));
}
