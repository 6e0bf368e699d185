import type { LanguageCode } from '#i18n/languages.ts';
import { type CourseDetails, courseTypes, type Course } from './api.ts';

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
  const courses = catalogue.map((translated) => translated[code]);
  const inOrder = courseTypes.flatMap((type) => courses.filter((course) => course.type === type));
  return inOrder.map((course) => {
    const { _id, type, name, description, level, languages, hours, sessions, format } = course;
    const { artwork, runs } = course;
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
      ...(sessions !== undefined && { sessions }),
      ...(format && { format }),
      ...(artwork && { artwork }),
      ...(next && { nextStart: next.start }),
    };
  });
}
