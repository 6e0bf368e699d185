import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccessToken } from '#api/accessToken.ts';
import { client, responseOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import { getMe } from '#entities/user/api.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
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
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    read: () => queryClient.getQueryData<CurrentUser>(key),
    /** Does nothing after the screen was left: the cached profile is gone, or belongs to a form that was opened since. */
    write: (profile: CurrentUser): void => {
      if (isOpen.current) {
        queryClient.setQueryData<CurrentUser>(key, profile);
      }
    },
  };
}

/** Deletes a file permanently, and removes it from the profile that refers to it (contract, call 16). */
export async function deleteFile(id: string): Promise<void> {
  await responseOf(client.DELETE('/file/{id}', { params: { path: { id } } }));
}
