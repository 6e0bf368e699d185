import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language, LanguageCode } from '#i18n/languages.ts';

/** The names of languages as a list: `Arabic, English and French`. */
export function languageNames(
  languages: readonly LanguageCode[],
  { code, dates }: Pick<Language, 'code' | 'dates'>,
): string {
  const names = intlFormat('DisplayNames', code, { type: 'language' });
  return intlFormat('ListFormat', dates, {}).format(
    languages.map((each) => names.of(each) ?? each),
  );
}
