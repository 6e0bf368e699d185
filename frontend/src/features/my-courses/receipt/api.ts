import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { loadTranslationsIn } from '#i18n/loadTranslationsIn.ts';

export type Receipt = components['schemas']['Receipt'];

async function getReceipt(number: string, signal: AbortSignal): Promise<Receipt> {
  const receipt = await dataOf(
    client.GET('/users/me/receipts/{number}', {
      params: { path: { number }, query: { lang: shownLanguage().code } },
      signal,
    }),
  );
  await loadTranslationsIn(receipt.details.language, 'myPlace');
  return receipt;
}

/** A receipt of the user, with the texts of its language. It never changes. */
export function useReceipt(number: string) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), 'receipt', number],
      queryFn: ({ signal }) => getReceipt(number, signal),
      enabled: token !== null,
      staleTime: Infinity,
    },
    queryClient,
  );
}
