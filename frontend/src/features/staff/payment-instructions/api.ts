import { useQuery } from '@tanstack/react-query';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { refetchStaff, staffKey } from '../api.ts';
import { asStaff } from '../signInRequest.ts';

export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentWay = components['schemas']['PaymentWay'];

export function usePaymentInstructions() {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...staffKey(token), 'paymentInstructions'],
      queryFn: ({ signal }) =>
        asStaff(() => dataOf(client.GET('/staff/payment-instructions', { signal }))),
      staleTime: 0,
    },
    queryClient,
  );
}

/** Sets all ways to pay, in place of those that were read. */
export async function setPaymentInstructions(
  lang: LanguageCode,
  { version }: PaymentInstructions,
  ways: PaymentWay[],
): Promise<void> {
  const params = { query: { lang } };
  const body = { version, ways };
  try {
    await asStaff(() => dataOf(client.PUT('/staff/payment-instructions', { params, body })));
  } finally {
    // After a refusal, the page shows what somebody else has set.
    await refetchStaff();
  }
}
