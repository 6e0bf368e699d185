import type { LanguageCode } from '#i18n/languages.ts';

/** The names of languages as a list: `Arabic and French`. */
export function languageNames(languages: readonly LanguageCode[], code: LanguageCode): string {
  const names = new Intl.DisplayNames(code, { type: 'language' });
  return new Intl.ListFormat(code).format(languages.map((each) => names.of(each) ?? each));
}
