import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#entities/my-courses/api/listMyCourses.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

type Run = NonNullable<MyCourse['run']>;
type Weekday = NonNullable<Run['weekdays']>[number];

/** A Monday. Only its day of the week matters. */
const MONDAY = Date.UTC(2001, 0, 1);
const DAY_MS = 86_400_000;

const weekdays: Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** The dates of a run, and when and in which language its sessions are. One that has left the catalogue has only its dates. */
export function RunFacts({ run }: { run: Run }) {
  const { t } = useTranslation('myCourses');
  const { code, dates } = useLanguage();
  const { start, end, time, timeZone, language } = run;
  // Days of a calendar, whatever the time zone of the browser.
  const day = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(dates, { weekday: 'long', timeZone: 'UTC' });
  const nameOf = (each: Weekday) => weekday.format(MONDAY + weekdays.indexOf(each) * DAY_MS);
  return (
    <>
      <p>{day.formatRange(new Date(start), new Date(end))}</p>
      {run.weekdays && time && timeZone && (
        <p>
          {t('sessions', {
            weekdays: new Intl.ListFormat(dates).format(run.weekdays.map(nameOf)),
            time,
            timeZone: isolatedName(timeZone),
          })}
        </p>
      )}
      {language && (
        <p>
          {t('taughtIn', {
            language: new Intl.DisplayNames(code, { type: 'language' }).of(language) ?? language,
          })}
        </p>
      )}
    </>
  );
}
