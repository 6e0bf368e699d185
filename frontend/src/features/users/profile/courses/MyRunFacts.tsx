import { useTranslation } from 'react-i18next';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import type { MyCourse } from '#entities/my-courses/api/listMyCourses.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

type Run = NonNullable<MyCourse['run']>;

/** The dates of a run, and when and in which language its sessions are. One that has left the catalogue has only its dates. */
export function MyRunFacts({ run }: { run: Run }) {
  const { t } = useTranslation('myCourses');
  const current = useLanguage();
  const { time, timeZone, language } = run;
  return (
    <>
      <p>{formatDates(run, current)}</p>
      {run.weekdays && time && timeZone && (
        <p>
          {t('sessions', {
            weekdays: formatWeekdays(run.weekdays, current),
            time,
            timeZone: formatTimeZone({ timeZone, start: run.start }, current),
          })}
        </p>
      )}
      {language && <p>{t('taughtIn', { language: languageNames([language], current) })}</p>}
    </>
  );
}
