import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseDetails, CourseRun } from '#entities/course/api.ts';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { SessionList } from '#entities/course/SessionList.tsx';
import { languageNames } from '#entities/course/facts.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useIsHydrated } from '#ui/browserState.ts';
import styles from './Enrolment.module.css';

interface RunListProps {
  course: CourseDetails;
  runs: RunWithState[];
}

/** The runs of a course, the next one first. */
export function RunList({ course, runs }: RunListProps) {
  return (
    runs.length > 0 && (
      <ul className={styles.runs}>
        {runs.map(({ run, state }) => (
          <li key={run.id}>
            <RunFacts course={course} run={run} state={state} />
            <RunExtras course={course} run={run} />
          </li>
        ))}
      </ul>
    )
  );
}

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
        <bdi dir="ltr">{run.time}</bdi> <span>{`(${formatTimeZone(run, language)})`}</span>
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

interface RunExtrasProps {
  course: CourseDetails;
  run: CourseRun;
}

/** The times of the sessions of a run, on the page and as a calendar file. The prerendered page does not know the times yet. */
export function RunExtras({ course, run }: RunExtrasProps) {
  const { t } = useTranslation('coursePage');
  const language = useLanguage();
  return (
    <SessionList
      calendar={t('calendar.add')}
      calendarName={t('calendar.addRun', { dates: formatDates(run, language) })}
      cancelled={t('runs.cancelled')}
      course={course._id}
      label={t('runs.times')}
      run={run}
      sessions={run.sessions}
      timeZone={run.timeZone}
    />
  );
}

/**
 * What one can do about a run: ask for a place, wait for one, or nothing. The server decides again, by the same rules
 * (docs/decisions/0117-places-as-a-table-of-states.md).
 */
type RunState = 'open' | 'full' | 'started';

export interface RunWithState {
  run: CourseRun;
  state: RunState;
}

/** The state of a run on a day. Its start counts by the date in UTC, as on the server. */
function stateOfRun(run: CourseRun, today: string): RunState {
  if (run.start < today) {
    return 'started';
  }
  return run.placesLeft === 0 ? 'full' : 'open';
}

/** The runs that have not ended, each with its state. A prerendered page shows those of its build, until it is hydrated. */
export function useRuns(runs: CourseRun[]): RunWithState[] {
  const [now] = useState(() => new Date().toISOString().slice(0, 10));
  const today = useIsHydrated() ? now : '';
  return runs
    .filter(({ end }) => end >= today)
    .map((run) => ({ run, state: stateOfRun(run, today) }));
}
