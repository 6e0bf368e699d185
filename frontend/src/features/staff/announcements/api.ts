import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components, operations } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { refetchStaff, staffKey } from '../api.ts';
import { asStaff } from '../signInRequest.ts';

export type Announcements = components['schemas']['AnnouncementsResponse']['data'];
export type AnnouncedService = Announcements['services'][number];

/** How often the page asks whether the job has done what is wanted. */
const WATCH_MS = 20_000;

export function useAnnouncements() {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...staffKey(token), 'announcements'],
      queryFn: ({ signal }) =>
        asStaff(() => dataOf(client.GET('/staff/announcements', { signal }))),
      staleTime: 0,
      refetchInterval: ({ state }) => state.data?.wanted !== undefined && WATCH_MS,
    },
    queryClient,
  );
}

/** Has a service announced, or without one who waits counted. */
export async function requestAnnouncement(
  lang: LanguageCode,
  body: operations['requestAnnouncement']['requestBody']['content']['application/json'],
): Promise<void> {
  const params = { query: { lang } };
  try {
    await asStaff(() => dataOf(client.POST('/staff/announcements', { params, body })));
  } finally {
    await refetchStaff();
  }
}
