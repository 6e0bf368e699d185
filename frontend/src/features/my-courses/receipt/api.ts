import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import { withTexts } from '#entities/my-courses/documents.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { shownLanguage } from '#i18n/i18n.ts';

/** A receipt of the user. It never changes. */
export function useReceipt(number: string) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), 'receipt', number],
      queryFn: ({ signal }) => {
        const params = { path: { number }, query: { lang: shownLanguage().code } };
        return withTexts(dataOf(client.GET('/users/me/receipts/{number}', { params, signal })));
      },
      enabled: token !== null,
      staleTime: Infinity,
    },
    queryClient,
  );
}

/** What is still to pay for the user's place in a course. It is not kept: a payment or another payer changes it. */
export function useProforma(courseId: string) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), 'proforma', courseId],
      queryFn: async ({ signal }) => {
        const params = { path: { id: courseId }, query: { lang: shownLanguage().code } };
        const call = client.GET('/courses/{id}/place/proforma', { params, signal });
        return { ...(await withTexts(dataOf(call))), kind: 'proforma' as const };
      },
      enabled: token !== null,
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  );
}
