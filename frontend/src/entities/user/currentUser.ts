import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { getMe } from './api/getMe.ts';
import type { CurrentUser } from './user.ts';

/** What every key of data that belongs to the person begins with. */
export const USER_QUERY_KEY = 'person';

const queryKey = (token: string | null, lang: LanguageCode) =>
  [USER_QUERY_KEY, token, 'me', lang] as const;

function currentUserQuery(token: string | null, lang: LanguageCode) {
  return queryOptions({
    queryKey: queryKey(token, lang),
    queryFn: ({ signal }) => getMe(lang, signal),
    enabled: token !== null,
    // In another language it is the same person: the screen stays while the words of courses are fetched again.
    placeholderData: (previous, query) => (query?.queryKey[1] === token ? previous : undefined),
    // Who comes back to the tab finds it as it was: a form half filled in, or the last word on a deleted account.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Fetches who the stored token belongs to, in the current language (spec §2, Shell). */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useAccessToken(), useLanguage().code), queryClient);
}

/** Addresses of files are good for an hour. Who keeps some in sight has new ones well before. */
const FILE_URL_MAX_AGE_MS = 30 * 60_000;

/** Who this is, for a screen that shows their files for as long as it is open, or comes back to after an hour. */
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

/**
 * Asks again who this is, for the address of a file that does not load: it is good for an hour. One from an answer that is
 * still fresh is not worth asking for again.
 */
export function useRefreshFileUrls(): () => void {
  const query = currentUserQuery(useAccessToken(), useLanguage().code);
  return () => {
    queryClient.query(query).catch(() => undefined);
  };
}

/**
 * Puts what an answer said about the person in the place of what was known. Without an ETag it is shown at once, and
 * fetched again for it.
 */
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

/** Shows the person as the server has just answered, unless somebody else has signed in meanwhile. */
export function useSetCurrentUser(): (current: CurrentUser) => void {
  const lang = useLanguage().code;
  const token = useAccessToken();
  return (current) => {
    if (token === getAccessToken()) {
      cacheCurrentUser({ ...current, token, lang });
    }
  };
}

/** Drops the data of everybody but the owner of the token. */
export function removeOtherUsers(token: string | null): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] === USER_QUERY_KEY && queryKey[1] !== token,
  });
}
