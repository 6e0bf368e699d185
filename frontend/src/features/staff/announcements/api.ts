import { client, dataOf } from '#api/client.ts';
import type { components, operations } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { changeAsStaff, useStaffQuery } from '../api.ts';

export type Announcements = components['schemas']['AnnouncementsResponse']['data'];
export type AnnouncedService = Announcements['services'][number];

/** How often the page asks whether the job has done what is wanted. */
const WATCH_MS = 20_000;

export function useAnnouncements() {
  return useStaffQuery(
    ['announcements'],
    (signal): Promise<Announcements> => dataOf(client.GET('/staff/announcements', { signal })),
    { refetchInterval: ({ state }) => state.data?.wanted !== undefined && WATCH_MS },
  );
}

/** Has a service announced, or without one who waits counted. */
export async function requestAnnouncement(
  lang: LanguageCode,
  body: operations['requestAnnouncement']['requestBody']['content']['application/json'],
): Promise<void> {
  const params = { query: { lang } };
  await changeAsStaff(() => dataOf(client.POST('/staff/announcements', { params, body })));
}
