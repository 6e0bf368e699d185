import type { LanguageCode } from '#i18n/languages.ts';
import type { CourseDetails } from './api/getCourse.ts';

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
