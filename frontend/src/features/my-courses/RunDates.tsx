import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { languageNames } from '#entities/course/facts.ts';
import { SessionList } from '#entities/course/SessionList.tsx';
import { shownStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { NextSession } from '#entities/my-courses/NextSession.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import styles from './PlacePage.module.css';

/** When the user has asked and when the sessions are. A run that has left the catalogue has only its dates. */
export function RunDates({ membership }: { membership: Membership }) {
  const { t } = useTranslation('myPlace');
  const current = useLanguage();
  const id = useId();
  const history = useHistory(membership);
  const { course, run, isPast } = membership;
  const state = shownStateOf(membership, isPast);
  const takesPlace = !isPast && membership.state !== 'declined';
  if (!run && !history) {
    return null;
  }
  const { weekdays, time, timeZone, language, sessions } = run ?? {};
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 className={styles.title} id={id}>
        {t('dates')}
      </h2>
      {run && <p className={styles.strong}>{formatDates(run, current)}</p>}
      {weekdays && time && timeZone && (
        <p>
          {t('sessions', {
            weekdays: formatWeekdays(weekdays, current),
            time,
            timeZone: formatTimeZone({ timeZone }, current),
          })}
        </p>
      )}
      {language && <p>{t('taughtIn', { language: languageNames([language], current) })}</p>}
      {history && <p>{history}</p>}
      {run && state === 'confirmed' && <NextSession course={course} run={run} />}
      {run && takesPlace && sessions && timeZone && (
        <SessionList
          calendar={t('calendar')}
          cancelled={t('cancelled')}
          course={course._id}
          label={t('times')}
          run={run}
          sessions={sessions}
          timeZone={timeZone}
        />
      )}
    </section>
  );
}

/** When the last step was. */
function useHistory({ state, requestedAt, decidedAt, enrolledAt, ...rest }: Membership) {
  const { t } = useTranslation('myPlace');
  const { dates } = useLanguage();
  const dateOf = (time: string) => formatDate(dates, new Date(time));
  if (state === 'enrolled') {
    return enrolledAt && t('enrolledAt', { date: dateOf(enrolledAt) });
  }
  if (shownStateOf({ state, ...rest }, false) === 'declined') {
    return decidedAt && t('declinedAt', { date: dateOf(decidedAt) });
  }
  return requestedAt && t('requestedAt', { date: dateOf(requestedAt) });
}
