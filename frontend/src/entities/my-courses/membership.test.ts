import { expect, it } from 'vitest';
import type { MyCourse, MyCourseLists } from './api.ts';
import { findMembership, shownStateOf } from './membership.ts';

const mine = (_id: string, state: MyCourse['state']): MyCourse => ({
  course: { _id, name: _id, type: 'cpd' },
  state,
});
const waiting = mine('rust', 'pending');
const place = mine('rust', 'enrolled');

it.each<[string, Partial<MyCourseLists>, MyCourse | undefined, boolean?]>([
  ['nothing', {}, undefined],
  ['a request', { requested: [waiting] }, waiting, false],
  ['a place', { enrolled: [place] }, place, false],
  ['a place and a request', { requested: [waiting], enrolled: [place] }, place, false],
  ['a run that has ended', { past: [place] }, place, true],
  ['a request after such a run', { requested: [waiting], past: [place] }, waiting, false],
])('finds what a user has who has %s', (_case, courses, found, isPast) => {
  const { requested = [], enrolled = [], past = [] } = courses;
  const other = mine('python', 'enrolled');
  const all = {
    requested: [other, ...requested],
    enrolled: [other, ...enrolled],
    past: [other, ...past],
  };
  expect(findMembership(all, 'rust')).toEqual(found && { ...found, isPast });
});

it.each([
  ['pending', undefined, false, 'requested'],
  ['enrolled', undefined, false, 'confirmed'],
  ['enrolled', undefined, true, 'finished'],
  ['enrolled', 'confirmed', true, 'finished'],
  ['pending', 'waiting', false, 'waiting'],
  ['pending', 'waiting', true, 'undecided'],
  ['pending', 'offered', true, 'offered'],
  ['declined', 'expired', true, 'expired'],
] as const)('shows %s with the place %s, past: %s, as %s', (state, place, isPast, shown) => {
  const myCourse = { state, ...(place && { place: { state: place } }) };
  expect(shownStateOf(myCourse, isPast)).toBe(shown);
});
