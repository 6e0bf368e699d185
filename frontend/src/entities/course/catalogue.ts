import type { LanguageCode } from '#i18n/languages.ts';
import type { CourseDetails } from './api/getCourse.ts';
import type { Course } from './api/listCourses.ts';

/** A course of the catalogue's files, in each language. */
export type TranslatedCourse = Record<LanguageCode, CourseDetails>;

let courses: readonly TranslatedCourse[] = [];

/** Sets the courses of the catalogue's files, for the pages that are prerendered. */
export function provideCatalogue(provided: readonly TranslatedCourse[]): void {
  courses = provided;
}

/** The courses of the catalogue's files. There are none in the browser, which gets the list from the API. */
export function providedCatalogue(): readonly TranslatedCourse[] {
  return courses;
}

/** A list of courses as the API responds, of the catalogue's files. The files know no enrolments, which visitors do not see. */
export function listCatalogue(
  catalogue: readonly TranslatedCourse[],
  code: LanguageCode,
): Course[] {
  return catalogue.map((translated) => {
    const { _id, type, name, description, level, languages, hours, artwork, runs } =
      translated[code];
    const [next] = runs;
    return {
      _id,
      type,
      name,
      description,
      enrollmentCount: 0,
      ...(level && { level }),
      ...(languages && { languages }),
      ...(hours !== undefined && { hours }),
      ...(artwork && { artwork }),
      ...(next && { nextStart: next.start }),
    };
  });
}
