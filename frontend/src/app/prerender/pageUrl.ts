import { LANGUAGE_PARAMETER } from '#i18n/languagePreference.ts';
import { DEFAULT_LANGUAGE, type Language } from '#i18n/languages.ts';

/** The URL of a page in a language. It does not name the default language. */
export function pageUrl(site: string, path: string, { code }: Language): string {
  return site + path + (code === DEFAULT_LANGUAGE.code ? '' : `?${LANGUAGE_PARAMETER}=${code}`);
}
