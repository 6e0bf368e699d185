import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { shownLanguage } from '#i18n/i18n.ts';

/** The materials and recordings of a run in which the user has a place. */
export function useMaterials(courseId: string, runId: string) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), 'materials', courseId, runId],
      queryFn: ({ signal }) =>
        dataOf(
          client.GET('/courses/{id}/runs/{run}/materials', {
            params: { path: { id: courseId, run: runId }, query: { lang: shownLanguage().code } },
            signal,
          }),
        ),
      enabled: token !== null,
    },
    queryClient,
  );
}
