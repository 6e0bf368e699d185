import { useQuery } from '@tanstack/react-query';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { coursesKey, type Course } from './listCourses.ts';

/**
 * The courses in the current language, as the API has them, for a selection: an older list may lack one that is selected, and offer one
 * that is withdrawn.
 */
export function useCurrentCourses() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: [...coursesKey(lang), 'current'],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Course[]> =>
        dataOf(client.GET('/courses', { params: { query: { lang } }, signal })),
    },
    queryClient,
  );
}
