import { useQuery } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { newestKey, queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/userQueryKey.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

export type MyCourse = components['schemas']['MyCourse'];
export type MyCourses = components['schemas']['MyCourses'];

/** The key belongs to the user, so that the list is removed at the sign-out. */
const queryKey = (token: string | null) => [...userQueryKey(token), 'my-courses'] as const;

/** The courses that the user has asked for, is enrolled in, and has done, with names in the current language. */
export function useMyCourses() {
  const token = useAccessToken();
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: [...queryKey(token), lang],
      queryFn: ({ signal }) =>
        dataOf(client.GET('/users/me/courses', { params: { query: { lang } }, signal })),
      enabled: token !== null,
      // An operator may have decided since.
      staleTime: 0,
      // The list stays on screen while the names in another language are fetched, and when that fails.
      initialData: () => queryClient.getQueryData<MyCourses>(newestKey(queryKey(token))),
      initialDataUpdatedAt: 0,
    },
    queryClient,
  );
}

/** Removes the request for a course from the list, in every language. */
export function removeRequest(token: string | null, courseId: string): void {
  queryClient.setQueriesData<MyCourses>(
    { queryKey: queryKey(token) },
    (courses) =>
      courses && {
        ...courses,
        requested: courses.requested.filter(({ course }) => course._id !== courseId),
      },
  );
}

/** Puts the request for a course at the top of the list, in every language, in the place of an earlier one. */
export function addRequest(token: string | null, request: MyCourse): void {
  queryClient.setQueriesData<MyCourses>(
    { queryKey: queryKey(token) },
    (courses) =>
      courses && {
        ...courses,
        requested: [
          request,
          ...courses.requested.filter(({ course }) => course._id !== request.course._id),
        ],
      },
  );
}

/** Fetches the list again, after something else has changed it. */
export function refreshMyCourses(): void {
  void queryClient.invalidateQueries({ queryKey: queryKey(getAccessToken()) });
}
