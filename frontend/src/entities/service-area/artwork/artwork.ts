import type { ServiceArea } from '../serviceAreas.ts';
import consulting from './consulting.svg?no-inline';
import courses from './courses.svg?no-inline';
import job from './job.svg?no-inline';
import networking from './networking.svg?no-inline';
import psychology from './psychology.svg?no-inline';

/** Where the motif of each service area is. Files of their own: inlined, they would delay the words of the page. */
export const artwork: Record<ServiceArea, string> = {
  courses,
  consulting,
  job,
  networking,
  psychology,
};
