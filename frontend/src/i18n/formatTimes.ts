import { textOf } from './formatDate.ts';
import { intlFormat, type LatinDigits } from './intlFormat.ts';

export interface Times {
  startsAt: string;
  endsAt: string;
}

/** Writes when something begins and ends: `Saturday 27 March 2027, 10:00 – 12:00`. */
export function formatTimes(locale: LatinDigits, times: Times, timeZone: string): string {
  return textOf(locale, timesInParts(locale, times, timeZone));
}

/** The parts of {@link formatTimes}. */
export function timesInParts(
  locale: LatinDigits,
  { startsAt, endsAt }: Times,
  timeZone: string,
): Intl.DateTimeFormatPart[] {
  return dayAndTime(locale, timeZone).formatRangeToParts(new Date(startsAt), new Date(endsAt));
}

/** A format of a date with its weekday and time. */
export function dayAndTime(locale: LatinDigits, timeZone: string): Intl.DateTimeFormat {
  return intlFormat('DateTimeFormat', locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}
