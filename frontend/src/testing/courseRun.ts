import type { components } from '#api/schema.d.ts';

/** A run on twelve Saturdays. */
export const springRun: components['schemas']['CourseRun'] = {
  id: '2027-spring',
  start: '2027-03-27',
  end: '2027-06-12',
  weekdays: ['saturday'],
  time: '10:00',
  timeZone: 'Africa/Algiers',
  places: 16,
  placesLeft: 16,
};
