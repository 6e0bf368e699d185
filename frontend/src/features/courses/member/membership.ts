import type { MyCourse, MyCourseLists } from '#entities/my-courses/api.ts';

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
