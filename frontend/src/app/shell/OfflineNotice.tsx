import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import styles from './OfflineNotice.module.css';
import { useIsOnline } from '#ui/useIsOnline.ts';

/** Long enough to be read by who looks up late. */
const BACK_DURATION_MS = 5000;

/**
 * Says that there is no connection for as long as there is none, and once that it is back. What exactly has to wait is said
 * where it happens: at a file on its way, at a list that cannot be loaded. The region is always there, because only one that
 * a screen reader knows is announced.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(!isOnline);
  if (!isOnline && !wasOffline) {
    setWasOffline(true);
  }
  const isBack = isOnline && wasOffline;

  useEffect(() => {
    if (!isBack) {
      return;
    }
    const timer = setTimeout(() => {
      setWasOffline(false);
    }, BACK_DURATION_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isBack]);

  return (
    <div className={styles.place} role="status">
      {wasOffline && (
        <p className={styles.notice} data-back={isBack || undefined}>
          <Icon name={isBack ? 'check' : 'info'} />
          {t(isBack ? 'offline.back' : 'offline.notice')}
        </p>
      )}
    </div>
  );
}
