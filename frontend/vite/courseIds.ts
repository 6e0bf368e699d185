import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder with the courses of the catalogue, a file each. */
export const COURSES_FOLDER = resolve(import.meta.dirname, '../../infra/catalogue/courses');

/** The suffix of a file. What is before it is the id of the course. */
export const COURSE_SUFFIX = '.toml';

/** The ids of the courses in the catalogue's files. It needs no installed package, because `scripts/generate` runs without. */
export function courseIds(): string[] {
  return readdirSync(COURSES_FOLDER)
    .filter((file) => file.endsWith(COURSE_SUFFIX))
    .map((file) => file.slice(0, -COURSE_SUFFIX.length))
    .toSorted();
}
