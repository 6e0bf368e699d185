import type { Course } from '#entities/course/api/listCourses.ts';
import type { MyCourse, MyCourseLists } from '#entities/my-courses/api.ts';

/** How many courses a list shows. */
export const SHOWN = 3;

/** After every date. */
const NEVER = '9999';

/** The requests and enrolments of the user, the one that starts first at the top, and declined requests last. */
export function upcomingOf({ requested, enrolled }: MyCourseLists): MyCourse[] {
  const keyOf = ({ state, run }: MyCourse) =>
    `${state === 'declined' ? 1 : 0} ${run?.start ?? NEVER}`;
  return [...requested, ...enrolled]
    .sort((one, other) => compare(keyOf(one), keyOf(other)))
    .slice(0, SHOWN);
}

/** The courses that start first, without those in which the user has a place or waits for one. */
export function startingSoon(courses: Course[], mine: MyCourseLists | undefined): Course[] {
  const known = [...(mine?.requested ?? []), ...(mine?.enrolled ?? [])]
    .filter(({ state }) => state !== 'declined')
    .map(({ course }) => course._id);
  return courses
    .filter(({ _id, nextStart }) => nextStart && !known.includes(_id))
    .sort((one, other) => compare(one.nextStart ?? NEVER, other.nextStart ?? NEVER))
    .slice(0, SHOWN);
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
