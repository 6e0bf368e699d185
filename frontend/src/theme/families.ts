import type { LanguageCode } from '#i18n/languages.ts';

const LATIN = "Roboto, 'Roboto fallback', sans-serif";

/**
 * The fonts of each language, of which the first that has a letter shows it. Roboto has no Arabic letters, and Tajawal is loaded without
 * Latin letters, so that Latin names use Roboto. `fonts.css` and `deviceFonts.css` declare them.
 */
export const families: Record<LanguageCode, string> = {
  en: LATIN,
  fr: LATIN,
  ar: `Tajawal, 'Tajawal by Naskh', 'Tajawal by DejaVu', ${LATIN}`,
};
