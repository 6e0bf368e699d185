import type { ServiceArea } from '../serviceAreas.ts';
import consulting from './consulting.svg?no-inline';
import courses from './courses.svg?no-inline';
import job from './job.svg?no-inline';
import networking from './networking.svg?no-inline';
import psychology from './psychology.svg?no-inline';

/** The picture of each service area. They are separate files, because inlined they would delay the page's text. */
export const artwork: Record<ServiceArea, string> = {
  courses,
  consulting,
  job,
  networking,
  psychology,
};
