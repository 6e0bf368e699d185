import { intlFormat, type LatinDigits } from './intlFormat.ts';

/** What differs from a date in words. */
type Options = Pick<Intl.DateTimeFormatOptions, 'timeStyle' | 'timeZone'>;

/** Writes a date in words: `27 March 2027`. In French, the first day of a month is `1er`, which `Intl` does not write. */
export function formatDate(locale: LatinDigits, date: Date, options?: Options): string {
  return textOf(locale, longFormat(locale, options).formatToParts(date));
}

/** Writes the first and the last day of a time: `27 March – 12 June 2027`, as {@link formatDate}. */
export function formatDateRange(
  locale: LatinDigits,
  start: Date,
  end: Date,
  options?: Options,
): string {
  return textOf(locale, longFormat(locale, options).formatRangeToParts(start, end));
}

const DAY_MS = 86_400_000;

/** The word for a day that is today or tomorrow. Both days are `2027-03-27`. */
export function nearDay(locale: LatinDigits, day: string, today: string): string | undefined {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  return days === 0 || days === 1
    ? intlFormat('RelativeTimeFormat', locale, { numeric: 'auto' }).format(days, 'day')
    : undefined;
}

function longFormat(locale: LatinDigits, options: Options = {}): Intl.DateTimeFormat {
  return intlFormat('DateTimeFormat', locale, { dateStyle: 'long', ...options });
}

/** The text of a date, with the first day of a month as French writes it. */
export function textOf(locale: LatinDigits, parts: Intl.DateTimeFormatPart[]): string {
  const isFrench = locale.startsWith('fr');
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
