import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/userQueryKey.ts';

export type Session = components['schemas']['Session'];

/** The key belongs to the user, so that the list is removed at the sign-out. */
const queryKey = (token: string | null) => [...userQueryKey(token), 'sessions'] as const;

/** Where the user is signed in: the current session first. */
export function useSessions() {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: queryKey(token),
      queryFn: ({ signal }) => dataOf(client.GET('/users/me/sessions', { signal })),
      enabled: token !== null,
      // Another device may have signed in or out since.
      staleTime: 0,
    },
    queryClient,
  );
}

/** Removes the sessions that have ended from the list. */
export function removeFromSessions(token: string | null, hasEnded: (session: Session) => boolean) {
  queryClient.setQueryData<Session[]>(queryKey(token), (sessions) =>
    sessions?.filter((session) => !hasEnded(session)),
  );
}
