import { useTranslation } from 'react-i18next';
import type { CourseDetails, CourseRun } from '#entities/course/api/getCourse.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import styles from './RunFacts.module.css';
import type { RunState } from './runs.ts';

interface RunFactsProps {
  course: CourseDetails;
  run: CourseRun;
  state: RunState;
}

/** When a run takes place, and how many places are left. */
export function RunFacts({ course, run, state }: RunFactsProps) {
  const { t } = useTranslation('coursePage');
  const language = useLanguage();
  // Another version of the browser's locale data may write dates differently than the prerendered page.
  return (
    <span className={styles.run}>
      <span className={styles.dates} suppressHydrationWarning>
        {formatDates(run, language)}
      </span>
      <span suppressHydrationWarning>
        {t('runs.weekly', { days: formatWeekdays(run.weekdays, language) })}
      </span>
      <span>
        <bdi dir="ltr">{run.time}</bdi>{' '}
        <span suppressHydrationWarning>{`(${formatTimeZone(run, language)})`}</span>
      </span>
      {run.language && (course.languages?.length ?? 0) > 1 && (
        <span suppressHydrationWarning>
          {t('runs.languages', { language: languageNames([run.language], language) })}
        </span>
      )}
      <Places run={run} state={state} />
    </span>
  );
}

function Places({ run, state }: Pick<RunFactsProps, 'run' | 'state'>) {
  const { t } = useTranslation('coursePage');
  const left =
    run.placesLeft === undefined
      ? t('runs.places', { count: run.places })
      : t('runs.left', { count: run.placesLeft });
  return (
    <span className={styles.places} data-state={state}>
      {state === 'open' ? left : t(`runs.${state}`)}
    </span>
  );
}
