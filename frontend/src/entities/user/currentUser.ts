import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAccessToken, setAccessToken, useAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { getMe } from './api/getMe.ts';
import type { CurrentUser, User } from './user.ts';

/** The first part of the key of every query with data of the user. (Its value is older than the name.) */
export const USER_QUERY_KEY = 'user';

const queryKey = (token: string | null, lang: LanguageCode) =>
  [USER_QUERY_KEY, token, 'me', lang] as const;

function currentUserQuery(token: string | null, lang: LanguageCode) {
  return queryOptions({
    queryKey: queryKey(token, lang),
    queryFn: ({ signal }) => getMe(lang, signal),
    enabled: token !== null,
    // The user stays on screen while the translated course names are fetched in another language.
    placeholderData: (previous, query) => (query?.queryKey[1] === token ? previous : undefined),
    // A refetch would disturb a half-filled form, or the last message after an account was deleted.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Fetches the signed-in user in the current language (spec §2, Shell). */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useAccessToken(), useLanguage().code), queryClient);
}

/** Fetches the signed-in user, if they are not cached. What shows them handles a failure. */
export async function prefetchCurrentUser(lang: LanguageCode): Promise<void> {
  await queryClient.query(currentUserQuery(getAccessToken(), lang)).catch(() => undefined);
}

/** File URLs are valid for one hour. They are refreshed well before. */
const FILE_URL_MAX_AGE_MS = 30 * 60_000;

/** The signed-in user, with file URLs that stay valid while a screen shows them. */
export function useCurrentUserWithFiles() {
  return useQuery(
    {
      ...currentUserQuery(useAccessToken(), useLanguage().code),
      staleTime: FILE_URL_MAX_AGE_MS,
      refetchInterval: FILE_URL_MAX_AGE_MS,
      refetchOnWindowFocus: true,
    },
    queryClient,
  );
}

/** Fetches the user again for a file URL that has expired. A response that is still fresh is not fetched again. */
export function useRefreshFileUrls(): () => void {
  const query = currentUserQuery(useAccessToken(), useLanguage().code);
  return () => {
    queryClient.query(query).catch(() => undefined);
  };
}

/** Replaces the cached user. Without an ETag it is shown at once, and fetched again. */
export function cacheCurrentUser({
  token,
  lang,
  ...current
}: CurrentUser & { token: string | null; lang: LanguageCode }): void {
  queryClient.setQueryData<CurrentUser>(
    queryKey(token, lang),
    current,
    current.etag === null ? { updatedAt: 0 } : undefined,
  );
}

/** Changes the cached user, in each language, after a request that returned no user. Their ETag stays: the profile is the same. */
export function changeCachedUser(token: string | null, change: (user: User) => User): void {
  queryClient.setQueriesData<CurrentUser>(
    { queryKey: [USER_QUERY_KEY, token, 'me'] },
    (current) => current && { ...current, user: change(current.user) },
  );
}

/** Shows the user that the server returned, unless somebody else has signed in meanwhile. */
export function useSetCurrentUser(): (current: CurrentUser) => void {
  const lang = useLanguage().code;
  const token = useAccessToken();
  return (current) => {
    if (token === getAccessToken()) {
      cacheCurrentUser({ ...current, token, lang });
    }
  };
}

/** Stores an access token that replaces the one of the same user. The user stays on screen, and is fetched again. */
export function useReplaceAccessToken(): (token: string) => void {
  const lang = useLanguage().code;
  return (token) => {
    const current = queryClient.getQueryData<CurrentUser>(queryKey(getAccessToken(), lang));
    if (current) {
      cacheCurrentUser({ ...current, etag: null, token, lang });
    }
    setAccessToken(token);
  };
}

/** Removes the data of every user except the owner of the access token. */
export function removeOtherUsers(token: string | null): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] === USER_QUERY_KEY && queryKey[1] !== token,
  });
}
