import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { useAccessToken } from '#api/accessToken.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { getMe } from '#entities/user/api/getMe.ts';
import { USER_QUERY_KEY } from '#entities/user/currentUser.ts';
import type { CurrentUser } from '#entities/user/user.ts';

const queryKey = (token: string | null) => [USER_QUERY_KEY, token, 'profile'] as const;

/** The profile as it is when the screen opens: never one from before, and never another one under somebody's hands. */
export function useFreshProfile() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: queryKey(useAccessToken()),
      queryFn: ({ signal }) => getMe(lang, signal),
      gcTime: 0,
      staleTime: Infinity,
      refetchOnReconnect: false,
    },
    queryClient,
  );
}

/** What editing goes on from: the profile as the screen last had it from the server, also for who has waited for an answer. */
export function useEditedProfile() {
  const key = queryKey(useAccessToken());
  return {
    read: () => queryClient.getQueryData<CurrentUser>(key),
    write: (profile: CurrentUser): void => {
      queryClient.setQueryData<CurrentUser>(key, profile);
    },
  };
}
