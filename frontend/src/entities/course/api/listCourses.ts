import { useQuery } from '@tanstack/react-query';
import { dataOf, client } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

export type Course = components['schemas']['ListedCourse'];
export type CourseType = components['schemas']['CourseType'];

/** The two groups of spec §2, in order. */
export const courseTypes: CourseType[] = ['cpd', 'additional'];

async function listCourses(lang: LanguageCode, signal: AbortSignal): Promise<Course[]> {
  return dataOf(client.GET('/courses', { params: { query: { lang } }, signal }));
}

/** The courses in the current language (spec §2). */
export function useCourses() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: ['courses', lang],
      queryFn: ({ signal }) => listCourses(lang, signal),
    },
    queryClient,
  );
}
