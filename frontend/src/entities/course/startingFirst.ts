import type { Course } from './api.ts';

/** The courses of which a run starts on the day or later, by the next start. */
export function startingFirst(courses: readonly Course[], day: string): Course[] {
  return courses
    .filter(({ nextStart = '' }) => nextStart >= day)
    .sort((one, other) => (one.nextStart ?? '').localeCompare(other.nextStart ?? ''));
}
