import { formatTimes } from '#i18n/formatTimes.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { Session } from './api.ts';

type Times = Pick<Session, 'startsAt' | 'minutes'>;

/** Returns functions that write when a session is, in the time zone of its run. */
export function useTimes() {
  const { dates } = useLanguage();
  return {
    /** `Saturday 27 March 2027, 10:00 – 12:00`. */
    dayAndTimes: ({ startsAt, minutes }: Times, timeZone: string) => {
      const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
      return formatTimes(dates, { startsAt, endsAt }, timeZone);
    },
    /** `10:00`. */
    time: ({ startsAt }: Times, timeZone: string) =>
      intlFormat('DateTimeFormat', dates, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }).format(new Date(startsAt)),
    /** `120 minutes`. */
    length: ({ minutes }: Times) =>
      intlFormat('NumberFormat', dates, {
        style: 'unit',
        unit: 'minute',
        unitDisplay: 'long',
      }).format(minutes),
  };
}
