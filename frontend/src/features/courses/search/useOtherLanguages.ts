import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { coursesKey, fetchCourses, type Course } from '#entities/course/api.ts';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** Courses in languages that are not shown, by their ids. */
export type Translations = ReadonlyMap<string, readonly Course[]>;

/** The courses in the languages that are not shown. They are loaded when the search needs them, and are missing when that fails. */
export function useOtherLanguages(isNeeded: boolean) {
  const shown = useLanguage().code;
  return useQuery(
    {
      queryKey: [...coursesKey(shown), 'otherLanguages'],
      queryFn: () =>
        Promise.all(
          languages.filter(({ code }) => code !== shown).map(({ code }) => fetchCourses(code)),
        ),
      enabled: isNeeded,
      // Each list has been retried.
      retry: false,
      select: byId,
    },
    queryClient,
  );
}

function byId(lists: Course[][]): Translations {
  const found = new Map<string, Course[]>();
  for (const course of lists.flat()) {
    found.set(course._id, [...(found.get(course._id) ?? []), course]);
  }
  return found;
}
