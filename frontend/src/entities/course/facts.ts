import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language, LanguageCode } from '#i18n/languages.ts';

// The first format of a page takes long, because the browser lists all its locales for it. It gets a task of its own, before a screen with the
// facts of courses renders, which imports this module.
setTimeout(() => intlFormat('NumberFormat', 'en-u-nu-latn', {}));

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

/**
 * The URL of a picture that the catalogue names. The pictures are public files, because a list of their hashed URLs would
 * be downloaded before the list of courses is shown.
 */
export function courseArtwork(name: string): string {
  return `/artwork/courses/${name}.svg`;
}

/** The path of the picture that is shown with a link to a course. `npm run generate:icons` makes it from the same file. */
export function courseSharePicture(name: string): string {
  return `/artwork/courses/share/${name}.png`;
}
