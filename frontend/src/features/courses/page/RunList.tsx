import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseDetails, CourseRun } from '#entities/course/api.ts';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useIsHydrated } from '#ui/browserState.ts';
import enrolmentStyles from './Enrolment.module.css';
import styles from './RunList.module.css';

interface RunListProps {
  course: CourseDetails;
  runs: RunWithState[];
}

/** The runs of a course, the next one first. */
export function RunList({ course, runs }: RunListProps) {
  return (
    runs.length > 0 && (
      <ul className={enrolmentStyles.runs}>
        {runs.map(({ run, state }) => (
          <li key={run.id}>
            <RunFacts course={course} run={run} state={state} />
            <CalendarButton course={course} run={run} />
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

interface CalendarButtonProps {
  course: CourseDetails;
  run: CourseRun;
}

/** Downloads the sessions of a run as a calendar file. What writes the file is loaded then. */
export function CalendarButton({ course, run }: CalendarButtonProps) {
  const { t } = useTranslation(['coursePage', 'common']);
  const language = useLanguage();
  const { showError } = useSnackbar();

  const download = async () => {
    try {
      const { calendarFile } = await import('./calendarFile.ts');
      const text = calendarFile({
        course,
        run,
        url: `${window.location.origin}/courses/${course._id}`,
        brand: t('common:brand'),
        holidays: t('calendar.holidays'),
      });
      save(text, `${course._id}-${run.id}.ics`);
    } catch {
      showError(t('common:partFailed'));
    }
  };

  return (
    <Button
      aria-label={t('calendar.addRun', { dates: formatDates(run, language) })}
      onClick={() => void download()}
      suppressHydrationWarning
      variant="outlined"
    >
      <Icon name="download" size={18} />
      <span>{t('calendar.add')}</span>
    </Button>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What one can do about a run. The server decides again, by the same rules (docs/decisions/0060-place-requests.md). */
type RunState = 'open' | 'full' | 'started';

/** A run with its state today. */
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
