import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import type { Session } from './api/listSessions.ts';
import { relativeTime } from './relativeTime.ts';
import styles from './Sessions.module.css';
import { useSessionNames } from './useSessionNames.ts';

interface SessionItemProps {
  session: Session;
  /** The time at which the list was loaded. */
  now: number;
  isEnding: boolean;
  onEnd: () => void;
}

/** A session: device, place, last and first use, and a button to end it. The current one is ended in the menu. */
export function SessionItem({ session, now, isEnding, onEnd }: SessionItemProps) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const names = useSessionNames();
  const device = names.device(session);
  const place = names.place(session);
  const { isCurrent, lastSeenAt, createdAt } = session;
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <p className={styles.device}>
          <span>{device}</span>
          {isCurrent && <span className={styles.current}>{t('sessions.current')}</span>}
        </p>
        {place && (
          <p>
            <bdi>{place}</bdi>
          </p>
        )}
        <p>{t('sessions.lastSeen', { time: relativeTime(lastSeenAt, now, language) })}</p>
        <p>{t('sessions.firstSeen', { time: relativeTime(createdAt, now, language) })}</p>
      </div>
      {!isCurrent && (
        <Button
          aria-label={t('sessions.endDevice', { device })}
          busy={isEnding}
          onClick={onEnd}
          variant="outlined"
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
