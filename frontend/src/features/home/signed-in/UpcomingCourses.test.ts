import { describe, expect, it } from 'vitest';
import type { Course } from '#entities/course/api.ts';
import type { MyCourse } from '#entities/my-courses/api.ts';
import { startingSoon, upcomingOf } from './UpcomingCourses.tsx';

const mine = (_id: string, state: MyCourse['state'], start?: string): MyCourse => ({
  course: { _id, name: _id, type: 'cpd' },
  state,
  ...(start && { run: { id: 'run', start, end: '2028-01-01' } }),
});

const course = (_id: string, nextStart?: string): Course => ({
  _id,
  name: _id,
  description: _id,
  type: 'cpd',
  enrollmentCount: 0,
  ...(nextStart && { nextStart }),
});

const idsOfMine = (courses: MyCourse[]) => courses.map(({ course }) => course._id);
const idsOf = (courses: Course[]) => courses.map(({ _id }) => _id);

describe('upcomingOf', () => {
  it('orders requests and enrolments by their start', () => {
    const courses = {
      requested: [mine('late', 'pending', '2027-09-01')],
      enrolled: [mine('soon', 'enrolled', '2027-01-01'), mine('undated', 'enrolled')],
      past: [mine('past', 'enrolled', '2020-01-01')],
    };
    expect(idsOfMine(upcomingOf(courses))).toEqual(['soon', 'late', 'undated']);
  });

  it('begins with what is to be paid', () => {
    const place = { state: 'offered' as const, due: { amount: '1.00', currency: 'EUR' } };
    const courses = {
      requested: [{ ...mine('offered', 'pending', '2027-09-01'), place }],
      enrolled: [mine('soon', 'enrolled', '2027-01-01')],
      past: [],
    };
    expect(idsOfMine(upcomingOf(courses))).toEqual(['offered', 'soon']);
  });

  it('shows three, and declined requests only if there is room', () => {
    const courses = {
      requested: [mine('declined', 'declined', '2027-01-01'), mine('a', 'pending', '2027-02-01')],
      enrolled: [mine('b', 'enrolled', '2027-03-01')],
      past: [],
    };
    expect(idsOfMine(upcomingOf(courses))).toEqual(['a', 'b', 'declined']);
    const full = { ...courses, enrolled: [...courses.enrolled, mine('c', 'enrolled')] };
    expect(idsOfMine(upcomingOf(full))).toEqual(['a', 'b', 'c']);
  });
});

describe('startingSoon', () => {
  const today = '2027-01-01';
  const catalogue = [
    course('undated'),
    course('begun', '2026-12-31'),
    course('fourth', '2027-04-01'),
    course('first', '2027-01-01'),
    course('third', '2027-03-01'),
    course('second', '2027-02-01'),
  ];

  it('returns the three that start first, without those that have begun', () => {
    expect(idsOf(startingSoon(catalogue, undefined, today))).toEqual(['first', 'second', 'third']);
  });

  it('keeps the order of those that start on the same day', () => {
    const same = ['b', 'a', 'c'].map((_id) => course(_id, '2027-01-01'));
    expect(startingSoon(same, undefined, today)).toEqual(same);
  });

  it('leaves out those in which the user has a place or waits for one', () => {
    const courses = {
      requested: [mine('first', 'pending'), mine('third', 'declined')],
      enrolled: [mine('second', 'enrolled')],
      past: [],
    };
    expect(idsOf(startingSoon(catalogue, courses, today))).toEqual(['third', 'fourth']);
  });
});
