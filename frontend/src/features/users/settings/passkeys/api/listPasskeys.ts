import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/userQueryKey.ts';

export type Passkey = components['schemas']['Passkey'];

/** The key belongs to the user, so that the list is removed at the sign-out. */
const queryKey = (token: string | null) => [...userQueryKey(token), 'passkeys'] as const;

/** The passkeys of the user, in the order in which they were added. */
export function usePasskeys() {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: queryKey(token),
      queryFn: ({ signal }) => dataOf(client.GET('/users/me/passkeys', { signal })),
      enabled: token !== null,
      // Another device may have added, used or removed one since.
      staleTime: 0,
    },
    queryClient,
  );
}

/** Changes the list without loading it again. */
export function updatePasskeys(token: string | null, change: (passkeys: Passkey[]) => Passkey[]) {
  queryClient.setQueryData<Passkey[]>(queryKey(token), (passkeys) => passkeys && change(passkeys));
}

/** Loads the list again, because the API has another state than the list shows. */
export function reloadPasskeys(token: string | null): void {
  void queryClient.invalidateQueries({ queryKey: queryKey(token) });
}
