import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { queryClient } from '#api/queryClient.ts';
import { onLanguageChanged, shownLanguage } from '#i18n/i18n.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { getMe, type CurrentUser, type User } from './api.ts';

const queryKey = (token: string | null) => [...userQueryKey(token), 'me'] as const;

function currentUserQuery(token: string | null) {
  return queryOptions({
    queryKey: queryKey(token),
    queryFn: ({ signal }) => getMe(shownLanguage().code, signal),
    enabled: token !== null,
    // A refetch would disturb a half-filled form, or the last message after an account was deleted.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

// The user stays on screen while the translated course names are fetched in another language, and when that fails.
onLanguageChanged(() => {
  void queryClient.invalidateQueries({ queryKey: queryKey(getAccessToken()) });
});

/** Fetches the signed-in user in the current language (spec §2, Shell). */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useAccessToken()), queryClient);
}

/** Fetches the signed-in user, if there is one whose last response is not fresh. What shows them handles a failure. */
export async function prefetchCurrentUser(): Promise<void> {
  const token = getAccessToken();
  // The user may have logged out while the code was loaded that asks for this.
  if (token !== null) {
    await queryClient.query(currentUserQuery(token)).catch(() => undefined);
  }
}

/** File URLs are valid for one hour. They are refreshed well before. */
const FILE_URL_MAX_AGE_MS = 30 * 60_000;

/** The signed-in user, with file URLs that stay valid while a screen shows them. */
export function useCurrentUserWithFiles() {
  return useQuery(
    {
      ...currentUserQuery(useAccessToken()),
      staleTime: FILE_URL_MAX_AGE_MS,
      refetchInterval: FILE_URL_MAX_AGE_MS,
      refetchOnWindowFocus: true,
    },
    queryClient,
  );
}

/** Replaces the cached user. Without an ETag, or in another language than that on screen, it is shown at once, and fetched again. */
export function cacheCurrentUser({
  token,
  lang,
  ...current
}: CurrentUser & { token: string | null; lang: LanguageCode }): void {
  const isComplete = current.etag !== null && lang === shownLanguage().code;
  queryClient.setQueryData<CurrentUser>(
    queryKey(token),
    current,
    isComplete ? undefined : { updatedAt: 0 },
  );
}

/** The cached user of the access token. Undefined while they are unknown. */
export function getCachedUser(token: string | null): User | undefined {
  return queryClient.getQueryData<CurrentUser>(queryKey(token))?.user;
}

/** Changes the cached user after a request that returned no user. Their ETag stays: the profile is the same. */
export function changeCachedUser(token: string | null, change: (user: User) => User): void {
  queryClient.setQueryData<CurrentUser>(
    queryKey(token),
    (current) => current && { ...current, user: change(current.user) },
  );
}

/** Shows the user that the server returned, unless somebody else has signed in meanwhile. */
export function useSetCurrentUser(): (current: CurrentUser) => void {
  const lang = useLanguage().code;
  const token = useAccessToken();
  return (current) => {
    if (ownerOf(token) === ownerOf(getAccessToken())) {
      cacheCurrentUser({ ...current, token, lang });
    }
  };
}

/** Fetches the user's data that is on screen again. */
export function refetchUserData(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [USER_QUERY_KEY] });
}

/**
 * Keeps the data of the user after another access token was stored, here or in another tab. When it is one of the same user, the data is
 * fetched again: a request with the token before it may have been refused.
 */
export function followAccessToken(before: string, token: string | null): void {
  removeOtherUsers(token);
  if (token !== before && ownerOf(token) === ownerOf(before)) {
    void queryClient.invalidateQueries({ queryKey: userQueryKey(token) });
  }
}

/** Removes the data of every user except the owner of the access token. */
export function removeOtherUsers(token: string | null): void {
  const owner = ownerOf(token);
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] === USER_QUERY_KEY && queryKey[1] !== owner,
  });
}

/** The first part of the key of every query whose data belongs to the signed-in user. `removeOtherUsers` finds them by it. */
const USER_QUERY_KEY = 'user';

/**
 * The first parts of the key of every query with data of the user of an access token. They stay the same when another token of that user
 * replaces it.
 */
export function userQueryKey(token: string | null) {
  return [USER_QUERY_KEY, ownerOf(token)] as const;
}

/** The id of the user of an access token, a JWT whose payload names them in `sub`. The token itself when it cannot be read. */
export function ownerOf(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { sub } = JSON.parse(json) as { sub?: unknown };
    return typeof sub === 'string' ? sub : token;
  } catch {
    return token;
  }
}
