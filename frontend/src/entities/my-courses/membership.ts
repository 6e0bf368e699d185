import type { components } from '#api/schema.d.ts';
import type { MyCourse, MyCourseLists } from './api.ts';

type PlaceState = components['schemas']['PlaceState'];

/** What the user has of a course: a request or a place. */
export type Membership = MyCourse & { isPast: boolean };

/** What the user has of the course with that id. A run that has ended counts last. */
export function findMembership(
  { requested, enrolled, past }: MyCourseLists,
  id: string,
): Membership | undefined {
  const isThis = ({ course }: MyCourse) => course._id === id;
  const current = [...enrolled, ...requested].find(isThis);
  const before = past.find(isThis);
  return current ? { ...current, isPast: false } : before && { ...before, isPast: true };
}

/** The states of what has no place: an enrolment without a run. */
const statesWithoutPlace = {
  pending: 'requested',
  declined: 'declined',
  enrolled: 'confirmed',
} as const;

export function placeStateOf({ state, place }: Pick<MyCourse, 'state' | 'place'>): PlaceState {
  return place?.state ?? statesWithoutPlace[state];
}

/** What has become of a place whose run has ended. Other states stay. */
const pastStates: Partial<Record<PlaceState, 'finished' | 'undecided'>> = {
  requested: 'undecided',
  waiting: 'undecided',
  confirmed: 'finished',
};

/** The state as the user reads it. */
export function shownStateOf(
  myCourse: Pick<MyCourse, 'state' | 'place'>,
  isPast: boolean,
): PlaceState | 'finished' | 'undecided' {
  const state = placeStateOf(myCourse);
  return (isPast && pastStates[state]) || state;
}
