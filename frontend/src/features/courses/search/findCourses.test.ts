import { describe, expect, it } from 'vitest';
import type { Course } from '#entities/course/api.ts';
import type { CoursePrice } from '../api.ts';
import { readCriteria, writeCriteria } from './criteria.ts';
import { findCourses } from './findCourses.ts';

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
  findCourses(courses, readCriteria(query), known, new Date('2027-01-31T12:00:00Z')).map(
    ({ _id }) => _id,
  );

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
    ['?start=1', ['open']],
    ['?start=3', ['arabic', 'open', 'hard']],
    ['?group=all&level=none&start=0&sort=name', ['plain', 'arabic', 'open', 'hard']],
    ['?sort=start', ['open', 'hard', 'arabic', 'plain']],
    ['?sort=price', ['open', 'hard', 'arabic', 'plain']],
    ['?sort=price&q=a', ['hard', 'arabic']],
  ])('%s finds %j', (query, expected) => {
    expect(find(query)).toEqual(expected);
  });

  it.each([
    ['2027-01-15', '1', '2027-02-15'],
    ['2027-01-31', '1', '2027-02-28'],
    ['2028-01-31', '1', '2028-02-29'],
    ['2027-12-01', '3', '2028-03-01'],
    ['2027-10-31', '6', '2028-04-30'],
  ])('finds from %s within %s months what starts until %s', (today, start, last) => {
    const dayAfter = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    const starting = [last, dayAfter].map((nextStart) => ({
      ...base,
      _id: nextStart,
      name: '',
      nextStart,
    }));
    const criteria = readCriteria(`?start=${start}`);
    const shown = findCourses(starting, criteria, prices, new Date(`${today}T23:59:59Z`));
    expect(shown.map(({ _id }) => _id)).toEqual([last]);
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

describe('the criteria in a URL', () => {
  it('are written beside other parameters, and read again', () => {
    const criteria = readCriteria('?q=%D8%AE%D8%B7+a&level=all');
    expect(criteria).toMatchObject({ q: 'خط a', level: 'all', sort: '' });
    const written = writeCriteria('?lang=ar&sort=price', criteria);
    expect(written).toBe('?lang=ar&q=%D8%AE%D8%B7+a&level=all');
    expect(readCriteria(written)).toEqual(criteria);
  });

  it('leave no mark when there are none', () => {
    expect(writeCriteria('?q=a', readCriteria(''))).toBe('');
  });
});
