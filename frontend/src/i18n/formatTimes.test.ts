import { expect, it } from 'vitest';
import { nearDays } from '#testing/nearDays.ts';
import { nearDay } from './formatDate.ts';
import { formatTimes, clockIn, formatComingTimes, formatNearTime } from './formatTimes.ts';
import { languages } from './languages.ts';

/** Its clocks are an hour ahead of UTC. */
const ALGIERS = 'Africa/Algiers';
const session = { startsAt: '2027-02-13T17:30:00Z', endsAt: '2027-02-13T19:00:00Z' };

it.each([
  ['2027-02-11T22:59:59Z', undefined],
  ['2027-02-11T23:00:00Z', 'tomorrow'],
  ['2027-02-12T22:59:59Z', 'tomorrow'],
  ['2027-02-12T23:00:00Z', 'today'],
  ['2027-02-13T22:59:59Z', 'today'],
  ['2027-02-13T23:00:00Z', undefined],
])('writes the day of a session by its time zone (%s)', (now, day) => {
  const text = formatComingTimes('en-GB-u-nu-latn', session, ALGIERS, Date.parse(now));
  expect(text.replaceAll(/\s/g, ' ')).toMatch(
    day ? new RegExp(`^${day}, 18:30\\s?–\\s?20:00$`) : /^Saturday/,
  );
});

it.each(languages)('has the words of $ownName', ({ code, dates }) => {
  const [today, tomorrow] = nearDays[code];
  const start = { day: '2027-02-13', time: '18:30', timeZone: ALGIERS };
  const at = (now: string) => formatNearTime(dates, start, Date.parse(now));
  expect(at('2027-02-12T22:30:00Z')).toMatch(new RegExp(`^${tomorrow}\\P{N}+18:30$`, 'u'));
  expect(at('2027-02-12T23:30:00Z')).toMatch(new RegExp(`^${today}\\P{N}+18:30$`, 'u'));
  expect(at('2027-02-10T12:00:00Z')).toBeUndefined();
});

it('keeps the day on which a session ends after midnight', () => {
  const night = { startsAt: '2027-02-13T22:00:00Z', endsAt: '2027-02-13T23:30:00Z' };
  const now = Date.parse('2027-02-13T12:00:00Z');
  expect(formatComingTimes('en-GB-u-nu-latn', night, ALGIERS, now)).toMatch(
    /^today.+23:00.+Sunday.+14 February 2027.+00:30$/,
  );
  expect(formatTimes('en-GB-u-nu-latn', night, ALGIERS)).toMatch(/^Saturday/);
});

it.each([
  ['2027-03-01', '2027-02-28', 'tomorrow'],
  ['2027-03-01', '2027-03-01', 'today'],
  ['2027-03-01', '2027-03-02', undefined],
  ['2027-03-01', '', undefined],
])('writes %s on %j', (day, today, text) => {
  expect(nearDay('en-GB-u-nu-latn', day, today)).toBe(text);
});

it('reads the clock of a time zone', () => {
  const now = Date.parse('2027-02-12T23:05:00Z');
  expect(clockIn(ALGIERS, now)).toBe('2027-02-13 00:05');
  expect(clockIn('America/Montreal', now)).toBe('2027-02-12 18:05');
});
