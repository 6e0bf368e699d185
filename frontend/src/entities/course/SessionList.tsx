import { formatTimes } from '#i18n/formatTimes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { RunSession } from './sessions.ts';
import styles from './SessionList.module.css';

interface SessionListProps {
  sessions: readonly RunSession[] | undefined;
  timeZone: string;
  label: string;
  /** What is beside a cancelled session. */
  cancelled: string;
}

/** The times of all sessions of a run, in its time zone, behind their label. */
export function SessionList({ sessions, timeZone, label, cancelled }: SessionListProps) {
  const { dates } = useLanguage();
  return (
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
  );
}
