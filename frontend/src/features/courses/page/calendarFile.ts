import { TZDate, tzOffset, tzScan } from '@date-fns/tz';
import { ICalCalendar, ICalEventRepeatingFreq, ICalWeekday } from 'ical-generator';
import type { CourseDetails, CourseRun } from '#entities/course/api.ts';

const weekdayOf: Record<CourseRun['weekdays'][number], ICalWeekday> = {
  monday: ICalWeekday.MO,
  tuesday: ICalWeekday.TU,
  wednesday: ICalWeekday.WE,
  thursday: ICalWeekday.TH,
  friday: ICalWeekday.FR,
  saturday: ICalWeekday.SA,
  sunday: ICalWeekday.SU,
};

/** As `Date.getUTCDay` counts. */
const week = Object.keys(weekdayOf) as CourseRun['weekdays'];
const dayOf = (date: Date) => week[(date.getUTCDay() + 6) % 7];

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

interface CalendarFile {
  course: Pick<CourseDetails, '_id' | 'name' | 'description' | 'sessionMinutes' | 'sessions'>;
  run: CourseRun;
  /** The URL of the course's page. */
  url: string;
  /** The name of the site. */
  brand: string;
  /** Added when there are more days than sessions. */
  holidays: string;
}

/**
 * Returns a calendar file (RFC 5545) with the sessions of a run: one event that repeats on its weekdays, in its time zone. Emails contain
 * the same event (`infra/ops/src/requests/calendar.rs`).
 */
export function calendarFile({ course, run, url, brand, holidays }: CalendarFile): string {
  const { timeZone, weekdays } = run;
  const start = localTime(run.start, run.time, timeZone);
  const end =
    course.sessionMinutes && new TZDate(+start + course.sessionMinutes * 60_000, timeZone);
  const days = countDays(run);
  const calendar = new ICalCalendar({
    prodId: { company: brand, product: new URL(url).hostname },
    timezone: { name: null, generator: (zone) => timeZoneComponent(zone, run) },
  });
  calendar.createEvent({
    id: `${course._id}.${run.id}@${new URL(url).hostname}`,
    start,
    ...(end && { end }),
    timezone: timeZone,
    summary: course.name,
    description: [course.description, days > (course.sessions ?? days) && holidays, url]
      .filter(Boolean)
      .join('\n\n'),
    url,
    repeating: {
      freq: ICalEventRepeatingFreq.WEEKLY,
      byDay: weekdays.map((day) => weekdayOf[day]),
      count: days,
    },
  });
  return calendar.toString();
}

/** A date and a time in a time zone. (A text would be read as a time of the browser's zone.) */
function localTime(date: string, time: string, timeZone: string): TZDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new TZDate(year, month - 1, day, hour, minute, timeZone);
}

/** The number of days of a run on its weekdays. */
function countDays({ start, end, weekdays }: CourseRun): number {
  let count = 0;
  for (const day = new Date(start); day <= new Date(end); day.setUTCDate(day.getUTCDate() + 1)) {
    const weekday = dayOf(day);
    count += weekday && weekdays.includes(weekday) ? 1 : 0;
  }
  return count;
}

/** The offsets of a time zone during a run. All zones of the world would be hundreds of kilobytes. */
function timeZoneComponent(timeZone: string, { start, end }: CourseRun): string {
  const interval = {
    start: new Date(+new Date(start) - DAY_MS),
    end: new Date(+new Date(end) + 2 * DAY_MS),
  };
  let offset = tzOffset(timeZone, interval.start);
  const parts = [observance('STANDARD', '19700101T000000', offset, offset)];
  for (const change of tzScan(timeZone, interval)) {
    const kind = change.change > 0 ? 'DAYLIGHT' : 'STANDARD';
    // The scan finds the hour. Zones with half hours may change half an hour before it.
    const half = new Date(+change.date - HALF_HOUR_MS);
    const time = tzOffset(timeZone, half) === change.offset ? half : change.date;
    // The local time before the change.
    const local = new Date(+time + offset * 60_000).toISOString().slice(0, 19);
    parts.push(observance(kind, local.replace(/[-:]/g, ''), offset, change.offset));
    offset = change.offset;
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n');
}

function observance(kind: string, start: string, from: number, to: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${formatOffset(from)}`,
    `TZOFFSETTO:${formatOffset(to)}`,
    `END:${kind}`,
  ];
}

/** An offset in minutes as `+0130`. */
function formatOffset(minutes: number): string {
  const digits = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(size / 60)}${digits(size % 60)}`;
}
