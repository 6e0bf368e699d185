import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { readPageData } from '#lib/pageData.ts';
import { readPublished } from './readPublished.ts';

type Details = components['schemas']['CourseDetails'];
type Counted = 'enrollmentCount' | 'nextStart';

/** A run of a course. A prerendered page does not know how many places are left. */
export type CourseRun = Omit<components['schemas']['CourseRun'], 'placesLeft'> &
  Partial<Pick<components['schemas']['CourseRun'], 'placesLeft'>>;

/** A course with its details and runs: what the API responds, or what the page was prerendered with. */
export type CourseDetails = Omit<Details, Counted | 'runs'> &
  Partial<Pick<Details, Counted>> & { runs: CourseRun[] };

/** The key of the query for a course. */
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
