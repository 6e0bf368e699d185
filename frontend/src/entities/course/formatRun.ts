import names from '@shared/data/time-zone-names.json';
import { formatDateRange } from '#i18n/formatDate.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import type { Language, LanguageCode } from '#i18n/languages.ts';
import type { CourseRun } from './api.ts';

type Weekday = CourseRun['weekdays'][number];

/** A Monday, and the days after it. */
const WEEK: Record<Weekday, string> = {
  monday: '2024-01-01',
  tuesday: '2024-01-02',
  wednesday: '2024-01-03',
  thursday: '2024-01-04',
  friday: '2024-01-05',
  saturday: '2024-01-06',
  sunday: '2024-01-07',
};

/** The first and the last day of a run: `27 March – 12 June 2027`. They are days of a calendar, whatever the browser's time zone. */
export function formatDates(
  { start, end }: Pick<CourseRun, 'start' | 'end'>,
  { dates }: Pick<Language, 'dates'>,
) {
  return formatDateRange(dates, new Date(start), new Date(end), { timeZone: 'UTC' });
}

/** The weekdays of a run as a list: `Monday, Wednesday and Saturday`. */
export function formatWeekdays(
  weekdays: CourseRun['weekdays'],
  { dates }: Pick<Language, 'dates'>,
): string {
  const format = intlFormat('DateTimeFormat', dates, { weekday: 'long', timeZone: 'UTC' });
  return intlFormat('ListFormat', dates, {}).format(
    weekdays.map((day) => format.format(new Date(WEEK[day]))),
  );
}

/** The names of time zones by the IANA name. The emails read the same file. */
const timeZoneNames = new Map<string, Record<LanguageCode, string>>(Object.entries(names));

/** The name of a run's time zone: `Algiers time`. */
export function formatTimeZone(
  { timeZone }: { timeZone: string },
  { code }: Pick<Language, 'code'>,
): string {
  return timeZoneNames.get(timeZone)?.[code] ?? timeZone;
}
