import { useTranslation } from 'react-i18next';
import { formatPrice, type Amount } from '#entities/course/formatPrice.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedAmount } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { MyCourse } from './api.ts';

/** Returns a function that writes an amount as part of a sentence, as one does in the user's country. */
export function useAmounts(): (amount: Amount) => string {
  const { code } = useLanguage();
  const country = useCurrentUser().data?.user.country ?? '';
  return (amount) => isolatedAmount(formatPrice(amount, code, country));
}

/** Returns a function that writes a day without a time. */
export function useDays(): (day: string) => string {
  const { dates } = useLanguage();
  return (day) => formatDate(dates, new Date(day), { timeZone: 'UTC' });
}

/** What is still to pay for a place, and until when, or that the proof of the payment is being looked at. Nothing when nothing is. Needs the translations `myCourses`. */
export function AmountDue({ place }: { place: MyCourse['place'] }) {
  const { t } = useTranslation('myCourses');
  const amounts = useAmounts();
  const days = useDays();
  if (!place?.due) {
    return null;
  }
  if (place.proofs?.some(({ state }) => state === 'sent')) {
    return <span>{t('proofSent')}</span>;
  }
  const amount = amounts(place.due);
  return (
    <span>
      {place.payBy ? t('dueBy', { amount, date: days(place.payBy) }) : t('due', { amount })}
    </span>
  );
}
