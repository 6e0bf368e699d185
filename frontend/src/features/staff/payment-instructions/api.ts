import { client, dataOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { changeAsStaff, useStaffQuery } from '../api.ts';

export type PaymentInstructions = components['schemas']['PaymentInstructions'];
export type PaymentWay = components['schemas']['PaymentWay'];

export function usePaymentInstructions() {
  return useStaffQuery(['paymentInstructions'], (signal) =>
    dataOf(client.GET('/staff/payment-instructions', { signal })),
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
  await changeAsStaff(() => dataOf(client.PUT('/staff/payment-instructions', { params, body })));
}
