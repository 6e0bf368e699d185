import { formatDate } from '#i18n/formatDate.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { ClosedDay } from './api.ts';

/** Returns functions that write a closed day. */
export function useDay() {
  const { code, dates } = useLanguage();
  /** `20 March 2027`. */
  const formatDay = (date: string) => formatDate(dates, new Date(date), { timeZone: 'UTC' });
  return {
    formatDay,
    /** The day with its name. */
    nameOf: ({ date, name }: ClosedDay) => `${formatDay(date)} ${isolatedName(name[code])}`,
  };
}
