import { textOf, nearDay } from './formatDate.ts';
import { intlFormat, type LatinDigits } from './intlFormat.ts';

export interface Times {
  startsAt: string;
  endsAt: string;
}

/** Writes when something begins and ends: `Saturday 27 March 2027, 10:00 – 12:00`. */
export function formatTimes(locale: LatinDigits, times: Times, timeZone: string): string {
  return textOf(locale, timesInParts(locale, times, timeZone));
}

function timesInParts(
  locale: LatinDigits,
  { startsAt, endsAt }: Times,
  timeZone: string,
): Intl.DateTimeFormatPart[] {
  return dayAndTime(locale, timeZone).formatRangeToParts(new Date(startsAt), new Date(endsAt));
}

function dayAndTime(locale: LatinDigits, timeZone: string): Intl.DateTimeFormat {
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

/** As {@link formatTimes}, with a word for a day that is today or tomorrow in the time zone: `today, 10:00 – 12:00`. */
export function formatComingTimes(
  locale: LatinDigits,
  times: Times,
  timeZone: string,
  now: number,
): string {
  const day = nearDay(locale, dayIn(timeZone, Date.parse(times.startsAt)), dayIn(timeZone, now));
  return day
    ? textOf(locale, withDay(timesInParts(locale, times, timeZone), day))
    : formatTimes(locale, times, timeZone);
}

/** Writes a time that is today or tomorrow in the time zone: `today at 10:00`. Nothing for any other day. */
export function formatNearTime(
  locale: LatinDigits,
  { day, time, timeZone }: { day: string; time: string; timeZone: string },
  now: number,
): string | undefined {
  const near = nearDay(locale, day, dayIn(timeZone, now));
  const parts = dayAndTime(locale, 'UTC').formatToParts(new Date(`${day}T${time}Z`));
  return near && textOf(locale, withDay(parts, near));
}

/** The day on a calendar in the time zone, or else in that of the browser: `2027-03-27`. */
export function dayIn(timeZone: string | undefined, now: number): string {
  return clockIn(timeZone, now).slice(0, '2027-03-27'.length);
}

/** The date and the time of a clock in the time zone: `2027-03-27 10:00`. */
export function clockIn(timeZone: string | undefined, now: number): string {
  // Swedish dates have this form.
  return intlFormat('DateTimeFormat', 'sv-u-nu-latn', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(now);
}

const DATE_PARTS = ['weekday', 'day', 'month', 'year'];

function withDay(parts: Intl.DateTimeFormatPart[], day: string): Intl.DateTimeFormatPart[] {
  const hour = parts.findIndex(({ type }) => type === 'hour');
  const last = parts.slice(0, hour).findLastIndex(({ type }) => DATE_PARTS.includes(type));
  return [{ type: 'literal', value: day }, ...parts.slice(last + 1)];
}
