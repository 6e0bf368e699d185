import { describe, expect, it, vi } from 'vitest';
import type { Course } from '#entities/course/api.ts';
import type { CoursePrice } from '../prices.tsx';
import { readCriteria, writeCriteria } from './useCourseSearch.ts';
import { findCourses, optionsOf } from './findCourses.ts';

const base: Omit<Course, '_id' | 'name'> = { description: '', type: 'cpd', enrollmentCount: 0 };
const courses: Course[] = [
  { ...base, _id: 'plain', name: 'Nothing is known' },
  {
    ...base,
    _id: 'arabic',
    name: 'الخط العربي',
    description: 'Naskh et coufique',
    type: 'additional',
    level: 'beginner',
    languages: ['ar', 'fr'],
    nextStart: '2027-04-03',
  },
  {
    ...base,
    _id: 'open',
    name: 'Écrire',
    level: 'all',
    languages: ['fr'],
    nextStart: '2027-02-28',
  },
  {
    ...base,
    _id: 'hard',
    name: 'Data',
    level: 'advanced',
    languages: ['en'],
    nextStart: '2027-03-01',
  },
];
const prices = new Map<string, CoursePrice>(
  [
    ['hard', '9500.00'],
    ['arabic', '14900.00'],
    ['open', '900.00'],
  ].map(([course = '', amount = '']) => [course, { id: course, course, amount, currency: 'DZD' }]),
);

const find = (query: string, known: typeof prices | undefined = prices) =>
  findCourses(courses, readCriteria(query), known).map(({ _id }) => _id);

describe('findCourses', () => {
  it.each([
    ['', ['plain', 'arabic', 'open', 'hard']],
    ['?q=+ecrire', ['open']],
    ['?q=العربى', ['arabic']],
    ['?q=kufi', []],
    ['?q=coufique+الخط', ['arabic']],
    ['?q=data+coufique', []],
    ['?group=additional', ['arabic']],
    ['?level=beginner', ['arabic', 'open']],
    ['?level=advanced', ['open', 'hard']],
    ['?language=fr', ['arabic', 'open']],
    ['?language=en&level=advanced', ['hard']],
    ['?start=2027-02', ['open']],
    ['?start=2027-04&language=ar', ['arabic']],
    ['?start=2028-02', []],
    // Older links have a number of months.
    ['?start=3', ['plain', 'arabic', 'open', 'hard']],
    ['?start=2027-13', ['plain', 'arabic', 'open', 'hard']],
    ['?group=all&level=none&start=0&sort=name', ['plain', 'arabic', 'open', 'hard']],
    ['?sort=start', ['open', 'hard', 'arabic', 'plain']],
    ['?sort=price', ['open', 'hard', 'arabic', 'plain']],
    ['?sort=price&q=a', ['hard', 'arabic']],
  ])('%s finds %j', (query, expected) => {
    expect(find(query)).toEqual(expected);
  });

  it('keeps the order of the list among equals', () => {
    const equal = ['a', 'b', 'c'].map((_id) => ({
      ...base,
      _id,
      name: '',
      nextStart: '2027-01-01',
    }));
    expect(findCourses(equal, readCriteria('?sort=start'), prices)).toEqual(equal);
    expect(findCourses(equal, readCriteria('?sort=price'), prices)).toEqual(equal);
  });

  it('keeps the order of the list while prices are unknown', () => {
    const shown = findCourses(courses, readCriteria('?sort=price'), undefined);
    expect(shown).toEqual(courses);
  });
});

describe('optionsOf', () => {
  it.each([
    ['', ['2027-02', '2027-03', '2027-04']],
    ['?start=2027-03', ['2027-02', '2027-03', '2027-04']],
    ['?start=2026-12', ['2026-12', '2027-02', '2027-03', '2027-04']],
    ['?start=3', ['2027-02', '2027-03', '2027-04']],
  ])('has the months in which courses start (%j)', (query, months) => {
    expect(optionsOf('start', [...courses, ...courses], readCriteria(query))).toEqual(months);
  });
});

it.each([
  ['', {}, ''],
  ['?lang=fr', { q: 'été' }, '?lang=fr&q=%C3%A9t%C3%A9'],
  [
    '?lang=ar&q=%D8%AE%D8%B7+a&sort=price',
    { level: 'all', sort: '' },
    '?lang=ar&q=%D8%AE%D8%B7+a&level=all',
  ],
  ['?q=design&level=beginner', { level: '' }, '?q=design'],
  ['?q=design', { q: '' }, ''],
])('the query %j with %j is %j', (search, changes, expected) => {
  // The oldest browsers of the app have no `URLSearchParams.size`.
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
  expect(writeCriteria(search, { ...readCriteria(search), ...changes })).toBe(expected);
});
