import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { CourseRun } from '#entities/course/api.ts';
import { springRun } from '#testing/courseRun.ts';
import { calendarFile } from './calendarFile.ts';

/** A file as emails contain it, from a test of `infra/ops/src/requests/calendar.rs`. */
const emailedFile = readFileSync(
  resolve(import.meta.dirname, '../../../../../shared/data/calendar-file.ics'),
  'utf8',
);

const URL = 'https://masar.example/courses/rust?lang=fr';

const course = {
  _id: 'rust',
  name: 'Écrire ; et lire, « ensemble » \\ إدارة',
  description: `Une description assez longue pour être pliée, ${'avec des lettres accentuées é à ç, '.repeat(6)}fin.`,
  sessionMinutes: 120,
  sessions: 12,
};

const write = (changed: Partial<CourseRun> = {}, facts: Partial<typeof course> = {}) =>
  calendarFile({
    course: { ...course, ...facts },
    run: { ...springRun, ...changed },
    url: URL,
    brand: 'Masar',
    holidays: 'Holidays',
  });

/** Reads a file with another library, which uses only the time zones in the file. */
function read(file: string) {
  ICAL.TimezoneService.reset();
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  }
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  const event = new ICAL.Event(component);
  const iterator = event.iterator();
  const times = Array.from({ length: 60 }, (): ICAL.Time | null => iterator.next());
  const starts = times.flatMap((time) => (time ? [time.toJSDate().toISOString()] : []));
  return { calendar, event, starts };
}

describe('the calendar file of a run', () => {
  it('has a session of the right length on each of its days, in its time zone', () => {
    const { event, starts } = read(write());
    expect(starts).toHaveLength(12);
    expect(starts[0]).toBe('2027-03-27T09:00:00.000Z');
    expect(starts.at(-1)).toBe('2027-06-12T09:00:00.000Z');
    expect(event.startDate.zone.tzid).toBe('Africa/Algiers');
    expect(event.duration.toSeconds()).toBe(7200);
  });

  it.each([
    ['Europe/Paris', '2027-03-27T09:00:00.000Z', '2027-04-03T08:00:00.000Z'],
    ['Africa/Casablanca', '2027-03-27T09:00:00.000Z', '2027-04-03T09:00:00.000Z'],
    ['America/Toronto', '2027-03-27T14:00:00.000Z', '2027-04-03T14:00:00.000Z'],
    ['Asia/Kolkata', '2027-03-27T04:30:00.000Z', '2027-04-03T04:30:00.000Z'],
  ])('keeps the time of day when the clocks change: %s', (timeZone, first, second) => {
    expect(read(write({ timeZone })).starts.slice(0, 2)).toEqual([first, second]);
  });

  it('follows the clocks back in autumn', () => {
    const { starts } = read(
      write({ timeZone: 'Europe/Paris', start: '2027-10-30', end: '2027-11-06' }),
    );
    expect(starts).toEqual(['2027-10-30T08:00:00.000Z', '2027-11-06T09:00:00.000Z']);
  });

  it('follows clocks that change on its last day', () => {
    const { starts } = read(
      write({
        timeZone: 'Europe/Paris',
        weekdays: ['saturday', 'sunday'],
        start: '2027-10-30',
        end: '2027-10-31',
      }),
    );
    expect(starts).toEqual(['2027-10-30T08:00:00.000Z', '2027-10-31T09:00:00.000Z']);
  });

  it.each([
    [
      'Europe/Paris',
      [
        ...['BEGIN:STANDARD', 'DTSTART:19700101T000000'],
        ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD'],
        ...['BEGIN:DAYLIGHT', 'DTSTART:20270328T020000'],
        ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
        ...['BEGIN:STANDARD', 'DTSTART:20271031T030000'],
        ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
      ],
    ],
    [
      'America/St_Johns',
      [
        ...['BEGIN:STANDARD', 'DTSTART:19700101T000000'],
        ...['TZOFFSETFROM:-0230', 'TZOFFSETTO:-0230', 'END:STANDARD'],
        ...['BEGIN:STANDARD', 'DTSTART:20271107T020000'],
        ...['TZOFFSETFROM:-0230', 'TZOFFSETTO:-0330', 'END:STANDARD'],
      ],
    ],
    [
      'Africa/Abidjan',
      [
        ...['BEGIN:STANDARD', 'DTSTART:19700101T000000'],
        ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD'],
      ],
    ],
  ])('has the changes of the clocks of %s at the local times before them', (timeZone, parts) => {
    const [zone = ''] =
      /BEGIN:VTIMEZONE[^]*END:VTIMEZONE/.exec(write({ timeZone, end: '2027-12-18' })) ?? [];
    expect(zone.split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      `TZID:${timeZone}`,
      ...parts,
      'END:VTIMEZONE',
    ]);
  });

  it('repeats on several weekdays', () => {
    const { starts } = read(
      write({ weekdays: ['sunday', 'tuesday'], start: '2027-03-28', end: '2027-04-06' }),
    );
    expect(starts.map((start) => start.slice(0, 10))).toEqual([
      '2027-03-28',
      '2027-03-30',
      '2027-04-04',
      '2027-04-06',
    ]);
  });

  it('has texts of any language unchanged', () => {
    const { event } = read(write());
    expect(event.summary).toBe(course.name);
    expect(event.description).toBe(`${course.description}\n\n${URL}`);
    expect(event.component.getFirstPropertyValue('url')).toBe(URL);
  });

  it('says that there are holidays when there are more days than sessions', () => {
    expect(read(write({}, { sessions: 11 })).event.description).toContain('Holidays');
  });

  it('has an end only if the length of a session is known', () => {
    const { sessionMinutes: _, ...facts } = course;
    const file = calendarFile({
      course: facts,
      run: springRun,
      url: URL,
      brand: 'Masar',
      holidays: '',
    });
    expect(read(file).event.component.hasProperty('dtend')).toBe(false);
  });

  it('has the event of the file that emails contain', () => {
    const inEmail = read(emailedFile);
    const { event, starts } = read(
      calendarFile({
        course: {
          _id: 'rust',
          name: 'Écrire ; et lire, « ensemble » \\ إدارة',
          description: `Une description assez longue, ${'avec des accents é à ç, '.repeat(6)}fin.`,
          sessionMinutes: 120,
          sessions: 11,
        },
        run: { ...springRun, timeZone: 'Europe/Paris' },
        url: 'https://masar.example:8443/courses/rust',
        brand: 'Masar',
        holidays: 'Il peut ne pas y avoir de séance les jours fériés.',
      }),
    );
    expect(inEmail.starts).toEqual(starts);
    for (const property of ['uid', 'summary', 'description', 'duration', 'startDate'] as const) {
      expect(String(inEmail.event[property]), property).toBe(String(event[property]));
    }
    expect(inEmail.event.component.getFirstPropertyValue('url')).toBe(
      event.component.getFirstPropertyValue('url'),
    );
  });

  it('is what RFC 5545 requires', () => {
    const file = write();
    expect(file.endsWith('END:VCALENDAR')).toBe(true);
    for (const line of file.split('\r\n')) {
      expect(line).not.toMatch(/[\r\n]/);
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    const { calendar, event } = read(file);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.hasProperty('prodid')).toBe(true);
    expect(event.uid).toBe('rust.2027-spring@masar.example');
    expect(event.component.hasProperty('dtstamp')).toBe(true);
    // The same event again, so that a calendar replaces it.
    expect(read(write()).event.uid).toBe(event.uid);
  });
});
