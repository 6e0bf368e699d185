import { client, dataOf } from '#api/client.ts';
import type { operations } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { changeAsStaff, useStaffQuery } from '../api.ts';

export type ClosedDays =
  operations['getClosedDays']['responses']['200']['content']['application/json']['data'];
export type ClosedDay = ClosedDays['days'][number];
export type SessionOnClosedDay = ClosedDays['sessions'][number];

/** The days on which no run should have a session, with the coming sessions on them. */
export function useClosedDays(lang: LanguageCode) {
  const params = { query: { lang } };
  return useStaffQuery(['closedDays', lang], (signal) =>
    dataOf(client.GET('/staff/closed-days', { signal, params })),
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
  await changeAsStaff(() => dataOf(client.PUT('/staff/closed-days', { params, body })));
}
