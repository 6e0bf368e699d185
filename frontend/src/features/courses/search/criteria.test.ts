import { expect, it, vi } from 'vitest';
import { readCriteria, writeCriteria } from './useCourseSearch.ts';

it.each([
  ['', {}, ''],
  ['?lang=fr', { q: 'été' }, '?lang=fr&q=%C3%A9t%C3%A9'],
  ['?q=design&level=beginner', { level: '' }, '?q=design'],
  ['?q=design', { q: '' }, ''],
])('the query %j with %j is %j', (search, changes, expected) => {
  // The oldest browsers of the app have no `URLSearchParams.size`.
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
  expect(writeCriteria(search, { ...readCriteria(search), ...changes })).toBe(expected);
});
