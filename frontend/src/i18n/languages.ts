/**
 * Everything the app has to know of a language. Direction and font are data, nothing asks `=== 'ar'`. Open Graph wants a
 * territory with a language.
 */
export const languages = [
  {
    code: 'en',
    ownName: 'English',
    direction: 'ltr',
    territory: 'en_GB',
    font: "Roboto, 'Roboto fallback', sans-serif",
  },
  {
    code: 'fr',
    ownName: 'Français',
    direction: 'ltr',
    territory: 'fr_FR',
    font: "Roboto, 'Roboto fallback', sans-serif",
  },
  // Roboto has no Arabic letters, Tajawal's are loaded without its Latin ones: names in Latin script stay Roboto.
  {
    code: 'ar',
    ownName: 'العربية',
    direction: 'rtl',
    territory: 'ar_DZ',
    font: 'Tajawal, Roboto, sans-serif',
  },
] as const;

export type Language = (typeof languages)[number];
export type LanguageCode = Language['code'];
export type Direction = Language['direction'];

/** English is default and fallback (spec §9). */
export const DEFAULT_LANGUAGE = languages[0];

export function isLanguageCode(code: string | null | undefined): code is LanguageCode {
  return languages.some((language) => language.code === code);
}

/** The language of that code; an unknown or missing code means the default. */
export function languageOf(code: string | null | undefined): Language {
  return languages.find((language) => language.code === code) ?? DEFAULT_LANGUAGE;
}
