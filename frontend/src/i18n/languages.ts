import type { LatinDigits } from './intlFormat.ts';

/**
 * Everything that the app knows of a language; its fonts are in `theme/families.ts`. Direction is data: no code compares `code` with
 * `'ar'`. `dates` is the locale of Intl for dates and numbers, with Latin digits: British in English, and in Arabic that of Algeria,
 * until the country of the reader is known (`readerCountry.ts`).
 */
export const languages = [
  {
    code: 'en',
    ownName: 'English',
    direction: 'ltr',
    dates: 'en-GB-u-nu-latn',
  },
  {
    code: 'fr',
    ownName: 'Français',
    direction: 'ltr',
    dates: 'fr-u-nu-latn',
  },
  {
    code: 'ar',
    ownName: 'العربية',
    direction: 'rtl',
    dates: 'ar-DZ-u-nu-latn',
  },
] as const;

type OwnLanguage = (typeof languages)[number];
export type Language = Omit<OwnLanguage, 'dates'> & { dates: LatinDigits };
export type LanguageCode = Language['code'];
export type Direction = Language['direction'];

/** The default and fallback (spec §9). */
export const DEFAULT_LANGUAGE = languages[0];

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

let local: Language | undefined;

/** Replaces a language by what is usual in the country of the reader. */
export function setLocalLanguage(language: Language): void {
  local = language;
}

/** Returns the language with that code, or the default. */
export function languageOf(code: string | null | undefined): Language {
  return [local, ...languages].find((language) => language?.code === code) ?? DEFAULT_LANGUAGE;
}
