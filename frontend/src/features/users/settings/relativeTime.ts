import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language } from '#i18n/languages.ts';

const MINUTE_S = 60;

/** Each unit, and how many of it make one of the next. */
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
];

/** How long ago a time is, in words: `now`, `5 minutes ago`, `yesterday`. A time in the future counts as now. */
export function relativeTime(
  time: string,
  now: number,
  { dates }: Pick<Language, 'dates'>,
): string {
  const format = intlFormat('RelativeTimeFormat', dates, { numeric: 'auto' });
  let count = Math.floor((now - Date.parse(time)) / 1000 / MINUTE_S);
  if (count < 1) {
    return format.format(0, 'second');
  }
  for (const [unit, ofNext] of units) {
    if (count < ofNext) {
      return format.format(-count, unit);
    }
    count = Math.floor(count / ofNext);
  }
  return format.format(-count, 'year');
}
