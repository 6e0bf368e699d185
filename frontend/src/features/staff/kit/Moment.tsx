import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** A date with a time, in the reader's zone. */
export function Moment({ time }: { time: string }) {
  const { dates } = useLanguage();
  const format = intlFormat('DateTimeFormat', dates, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
