import { expect, it } from 'vitest';
import { formatDate, formatDateRange } from './formatDate.ts';

const UTC = { timeZone: 'UTC' };
const april = (day: number) => new Date(Date.UTC(2027, 3, day));

it.each([
  ['fr-u-nu-latn', 1, '1er avril 2027'],
  ['fr-DZ-u-nu-latn', 1, '1er avril 2027'],
  ['fr-u-nu-latn', 11, '11 avril 2027'],
  ['en-GB-u-nu-latn', 1, '1 April 2027'],
] as const)('writes the first day of a month (%s, %i)', (locale, day, text) => {
  expect(formatDate(locale, april(day), UTC)).toBe(text);
});

it('writes the first day of a range', () => {
  const format = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' });
  expect(formatDateRange('fr-u-nu-latn', april(1), april(17), UTC)).toBe(
    format.formatRange(april(1), april(17)).replace(/^1(?!\d)/u, '1er'),
  );
  expect(formatDateRange('fr-u-nu-latn', april(1), april(17), UTC)).toContain('1er');
});
