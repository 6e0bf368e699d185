import { useQuery, replaceEqualDeep } from '@tanstack/react-query';
import { getAccessToken } from '#api/accessToken.ts';
import { client, API, dataOf, type ClientResponse } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { readPageData } from '#lib/prerenderedPage.ts';

type Details = components['schemas']['CourseDetails'];
type Counted = 'enrollmentCount' | 'nextStart';

/** A run of a course. A prerendered page does not know how many places are left. */
export type CourseRun = Omit<components['schemas']['CourseRun'], 'placesLeft'> &
  Partial<Pick<components['schemas']['CourseRun'], 'placesLeft'>>;

/** A course with its details and runs: what the API responds, or what the page was prerendered with. */
export type CourseDetails = Omit<Details, Counted | 'runs'> &
  Partial<Pick<Details, Counted>> & { runs: CourseRun[] };

export function courseKey(id: string, lang: LanguageCode): readonly string[] {
  return ['course', lang, id];
}

function courseQuery(id: string, lang: LanguageCode) {
  return {
    queryKey: courseKey(id, lang),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CourseDetails> =>
      readPublished(lang, (baseUrl) =>
        client.GET('/courses/{id}', {
          baseUrl,
          params: { path: { id }, query: { lang } },
          signal,
        }),
      ),
    initialData: () => readPageData(courseKey(id, lang)) as CourseDetails | undefined,
    // The page is as old as the release.
    initialDataUpdatedAt: 0,
  };
}

/** A course in the current language. A prerendered page shows what it was rendered with until the API has responded. */
export function useCourse(id: string) {
  return useQuery(courseQuery(id, useLanguage().code), queryClient);
}

/** Fetches a course for {@link useCourse}, unless it is fresh. */
export async function prefetchCourse(id: string, lang: LanguageCode): Promise<void> {
  await queryClient.query(courseQuery(id, lang));
}

export type Course = components['schemas']['ListedCourse'];
export type CourseType = components['schemas']['CourseType'];

/** The two groups of spec §2, in order. */
export const courseTypes: CourseType[] = ['cpd', 'additional'];

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
export function fetchCourses(lang: LanguageCode): Promise<Course[]> {
  return queryClient.query(coursesQuery(lang));
}

/**
 * The courses that a prerendered page was rendered with. They are as old as the release, so they are for showing only, and never in
 * the cache: a selection would drop courses that it does not find.
 */
export function usePrerenderedCourses(): Course[] | undefined {
  return prerenderedCourses(useLanguage().code);
}

/**
 * Sends a request for public data of the catalogue. A visitor gets the response that the site has as a file, and only without one that
 * of the API.
 */
async function readPublished<Data>(
  lang: LanguageCode,
  send: (baseUrl: string) => Promise<ClientResponse<{ data: Data }>>,
): Promise<Data> {
  const published = getAccessToken() ? undefined : send(`/catalogue/${lang}`);
  // Without any response, the API would not respond, either.
  const isMissing = await published?.then(
    ({ response }) => !response.ok,
    () => false,
  );
  return dataOf(published && !isMissing ? published : send(API));
}
