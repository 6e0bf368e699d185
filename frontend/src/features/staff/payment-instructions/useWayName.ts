import { useTranslation } from 'react-i18next';
import { isolatedName } from '#i18n/isolate.ts';
import type { PaymentWay } from './api.ts';

/** What tells a way to pay from the others: currency, method and account. */
export function useWayName() {
  const { t } = useTranslation('staffPlaces');
  return ({ currency, method, account }: Pick<PaymentWay, 'currency' | 'method' | 'account'>) =>
    [currency, t(`methods.${method}`), account]
      .filter(Boolean)
      .map((part) => isolatedName(part ?? ''))
      .join(' ');
}
