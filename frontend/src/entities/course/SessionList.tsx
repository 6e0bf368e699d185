import { API } from '#api/client.ts';
import { formatTimes } from '#i18n/formatTimes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonAnchor } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { RunSession } from './sessions.ts';
import styles from './SessionList.module.css';

interface SessionListProps {
  /** The id of the course. */
  course: string;
  run: { id: string };
  sessions: readonly RunSession[] | undefined;
  timeZone: string;
  label: string;
  /** What is beside a cancelled session. */
  cancelled: string;
  calendar: string;
  /** The accessible name of the link to the calendar file, where there are several. */
  calendarName?: string;
}

/** The times of all sessions of a run, in its time zone, behind their label, and as a calendar file. */
export function SessionList(props: SessionListProps) {
  const { course, run, sessions, timeZone, label, cancelled, calendar, calendarName } = props;
  const { code, dates } = useLanguage();
  // Another version of the browser's locale data may write dates differently than the prerendered page.
  return (
    <>
      <details className={styles.sessions}>
        <summary>{label}</summary>
        <ol className={styles.list}>
          {sessions?.map((session) => (
            <li data-cancelled={session.cancelled} key={session.number}>
              <span>{formatTimes(dates, session, timeZone)}</span>
              {session.cancelled && (
                <>
                  {' '}
                  <em>{`(${cancelled})`}</em>
                </>
              )}
            </li>
          ))}
        </ol>
      </details>
      <ButtonAnchor
        aria-label={calendarName}
        download
        href={`${API}/courses/${course}/runs/${run.id}/calendar?lang=${code}`}
        suppressHydrationWarning
        variant="outlined"
      >
        <Icon name="download" size={18} />
        <span>{calendar}</span>
      </ButtonAnchor>
    </>
  );
}
