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

/** Writes when something begins and ends: `Saturday 27 March 2027, 10:00 – 12:00`. */
export function formatTimes(
  locale: LatinDigits,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
  timeZone: string,
): string {
  const format = intlFormat('DateTimeFormat', locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return textOf(locale, format.formatRangeToParts(new Date(startsAt), new Date(endsAt)));
}

function longFormat(locale: LatinDigits, options: Options = {}): Intl.DateTimeFormat {
  return intlFormat('DateTimeFormat', locale, { dateStyle: 'long', ...options });
}

function textOf(locale: LatinDigits, parts: Intl.DateTimeFormatPart[]): string {
  const isFrench = locale.startsWith('fr');
  return parts
    .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
