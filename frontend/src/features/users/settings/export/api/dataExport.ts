import { useQuery } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/userQueryKey.ts';
import type { LanguageCode } from '#i18n/languages.ts';

export type DataExport = components['schemas']['DataExportDownload'];

/** In milliseconds. Most archives are ready after one or two requests. */
const POLL_INTERVAL = 3000;

/** The key belongs to the user, so that the export is removed at the sign-out. */
const queryKey = (token: string | null) => [...userQueryKey(token), 'export'] as const;

const query = (token: string | null) => ({
  queryKey: queryKey(token),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    dataOf(client.GET('/users/me/export', { signal })),
  enabled: token !== null,
  // The archive may have become ready, or may be gone.
  staleTime: 0,
});

/** The last export of the user's data, null when there is none. Asks again while the archive is being made. */
export function useDataExport() {
  return useQuery(
    {
      ...query(useAccessToken()),
      refetchInterval: ({ state: { data } }) => data?.state === 'making' && POLL_INTERVAL,
    },
    queryClient,
  );
}

/** Starts an export, or returns the one that is being made. */
export async function requestDataExport(lang: LanguageCode, password: string): Promise<void> {
  const token = getAccessToken();
  const request = client.POST('/users/me/export', {
    params: { query: { lang } },
    body: { password },
  });
  const started = await dataOf(request);
  // The export of a user who has signed out meanwhile was removed, and stays so.
  queryClient.setQueryData<DataExport | null>(queryKey(token), (known) =>
    known === undefined ? undefined : started,
  );
}

/** A new URL of the archive. The one before may have expired. Undefined when the archive is deleted. */
export async function freshArchiveUrl(): Promise<string | undefined> {
  const dataExport = await queryClient.query(query(getAccessToken()));
  return dataExport?.url;
}
