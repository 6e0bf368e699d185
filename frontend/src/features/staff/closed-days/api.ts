import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { operations } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { refetchStaff, staffKey } from '../api.ts';
import { asStaff } from '../signInRequest.ts';

export type ClosedDays =
  operations['getClosedDays']['responses']['200']['content']['application/json']['data'];
export type ClosedDay = ClosedDays['days'][number];
export type SessionOnClosedDay = ClosedDays['sessions'][number];

/** The days on which no run should have a session, with the coming sessions on them. */
export function useClosedDays(lang: LanguageCode) {
  const token = useAccessToken();
  const params = { query: { lang } };
  return useQuery(
    {
      queryKey: [...staffKey(token), 'closedDays', lang],
      queryFn: ({ signal }) =>
        asStaff(() => dataOf(client.GET('/staff/closed-days', { signal, params }))),
      staleTime: 0,
    },
    queryClient,
  );
}

/** Sets all days, in place of those that were read. */
export async function setClosedDays(
  lang: LanguageCode,
  { version }: Pick<ClosedDays, 'version'>,
  days: ClosedDay[],
): Promise<void> {
  const params = { query: { lang } };
  const body = { version, days };
  try {
    await asStaff(() => dataOf(client.PUT('/staff/closed-days', { params, body })));
  } finally {
    // After a refusal, the page shows what somebody else has set.
    await refetchStaff();
  }
}
