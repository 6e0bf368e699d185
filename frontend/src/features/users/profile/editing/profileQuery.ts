import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { getMe } from '#entities/user/api/getMe.ts';
import { userQueryKey } from '#entities/user/userQueryKey.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

const queryKey = (token: string | null) => [...userQueryKey(token), 'profile'] as const;

/** The profile when the screen opens: never a cached one, and never replaced during editing. */
export function useFreshProfile() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: queryKey(useAccessToken()),
      queryFn: ({ signal }) => getMe(lang, signal),
      gcTime: 0,
      // Also not refetched when the data of the user is invalidated: a save would send the ETag of values that the form does not show.
      staleTime: 'static',
    },
    queryClient,
  );
}

/** The version of the profile that editing is based on; `read` returns the latest one even in an earlier closure. */
export function useEditedProfile() {
  const key = queryKey(useAccessToken());
  return {
    read: () => queryClient.getQueryData<CurrentUser>(key),
    write: (profile: CurrentUser): void => {
      queryClient.setQueryData<CurrentUser>(key, profile);
    },
  };
}
