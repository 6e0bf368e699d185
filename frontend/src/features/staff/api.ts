import { useInfiniteQuery, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { getAccessToken, useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { SignedChallenge } from '#entities/session/api.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { asStaff } from './signInRequest.ts';

export type StaffRole = components['schemas']['StaffRole'];
/** How money changes hands. */
export const paymentMethods = ['ccp', 'baridimob', 'transfer', 'cash', 'other'] as const;
export type StaffMember = components['schemas']['StaffMember'];

/** The key of everything that only staff see. It belongs to the user, so that a sign-out removes it. */
const staffKey = (token: string | null) => [...userQueryKey(token), 'staff'] as const;

/** Fetches again what staff see, after something has changed. */
export function refetchStaff(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: staffKey(getAccessToken()) });
}

/** Fetches what only staff see, each time that it is shown. */
export function useStaffQuery<Data>(
  key: readonly unknown[],
  get: (signal: AbortSignal) => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'refetchInterval'> = {},
) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...staffKey(token), ...key],
      queryFn: ({ signal }) => asStaff(() => get(signal)),
      staleTime: 0,
      ...options,
    },
    queryClient,
  );
}

/** As {@link useStaffQuery}, page by page. `get` takes where the page begins, as a part of the request. */
export function useStaffPages<Page extends { next?: string }>(
  key: readonly unknown[],
  get: (signal: AbortSignal, from: { cursor?: string }) => Promise<Page>,
) {
  const token = useAccessToken();
  return useInfiniteQuery(
    {
      queryKey: [...staffKey(token), ...key],
      queryFn: ({ signal, pageParam }) =>
        asStaff(() => get(signal, pageParam ? { cursor: pageParam } : {})),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
    },
    queryClient,
  );
}

/** Changes something. A failure too shows the state of the server: somebody else may have changed it. */
export async function changeAsStaff<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await asStaff(send);
  } finally {
    await refetchStaff();
  }
}

/** What waits, and what the member may do. */
export function useToday() {
  return useStaffQuery(['today'], (signal) => dataOf(client.GET('/staff/today', { signal })));
}

/** Whether the member has the role. */
export function useHasRole(role: StaffRole): boolean {
  return hasRole(useToday().data?.roles ?? [], [role]);
}

/** Signs in as staff with a challenge that a passkey has signed. */
export function signInStaff(lang: LanguageCode, signed: SignedChallenge & { code?: string }) {
  return dataOf(client.POST('/staff/session', { params: { query: { lang } }, body: signed }));
}

/** Everybody with a role. */
export function useMembers() {
  return useStaffQuery(
    ['members'],
    async (signal) => (await dataOf(client.GET('/staff/members', { signal }))).members,
  );
}

export interface RoleChange {
  email: string;
  roles: StaffRole[];
  newCode?: boolean;
}

/** Sets the roles of a user. The answer has the code for a passkey that is not admitted yet. */
export async function setRoles(lang: LanguageCode, change: RoleChange) {
  const params = { query: { lang } };
  const changed = await asStaff(() =>
    dataOf(client.PUT('/staff/members', { params, body: change })),
  );
  await refetchStaff();
  return changed;
}

/** What was done in a month, the latest first, page by page. */
export function useAudit(month: string) {
  return useStaffPages(['audit', month], (signal, from) =>
    dataOf(client.GET('/staff/audit', { signal, params: { query: { month, ...from } } })),
  );
}

/** Whether one of the needed roles is among these. An owner has all. */
export function hasRole(roles: readonly StaffRole[], needed: readonly StaffRole[]): boolean {
  return roles.includes('owner') || needed.some((role) => roles.includes(role));
}
