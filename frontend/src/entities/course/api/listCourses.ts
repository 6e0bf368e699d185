import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { readPageData } from '#lib/pageData.ts';
import { readPublished } from './readPublished.ts';

export type Course = components['schemas']['ListedCourse'];
export type CourseType = components['schemas']['CourseType'];

/** The two groups of spec §2, in order. */
export const courseTypes: CourseType[] = ['cpd', 'additional'];

/** The key of the query for the list of courses. */
export function coursesKey(lang: LanguageCode): readonly string[] {
  return ['courses', lang];
}

function coursesQuery(lang: LanguageCode) {
  return {
    queryKey: coursesKey(lang),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Course[]> =>
      readPublished(lang, (baseUrl) =>
        client.GET('/courses', { baseUrl, params: { query: { lang } }, signal }),
      ),
    // Courses that have not changed since the release are those that the page shows, which then are not rendered again.
    structuralSharing: (before: unknown, courses: unknown) =>
      replaceEqualDeep(before ?? prerenderedCourses(lang), courses),
  };
}

function prerenderedCourses(lang: LanguageCode): Course[] | undefined {
  return readPageData(coursesKey(lang)) as Course[] | undefined;
}

/** The courses in the current language (spec §2). */
export function useCourses() {
  return useQuery(coursesQuery(useLanguage().code), queryClient);
}

/** Fetches the list for {@link useCourses}, unless it is fresh. */
export async function prefetchList(lang: LanguageCode): Promise<void> {
  await queryClient.query(coursesQuery(lang));
}

/**
 * The courses that a prerendered page was rendered with. They are as old as the release, so they are for showing only, and never in
 * the cache: a selection would drop courses that it does not find.
 */
export function usePrerenderedCourses(): Course[] | undefined {
  return prerenderedCourses(useLanguage().code);
}
