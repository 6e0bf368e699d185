import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { useIsOnline } from '#ui/browserState.ts';
import styles from './OfflineNotice.module.css';

/** Long enough to be read. */
const ONLINE_AGAIN_DURATION_MS = 5000;

/**
 * Shows that there is no connection, and for a moment that it is back. What has to wait is shown in its own
 * place. The live region is always rendered, because screen readers announce changes only of a region that they
 * know.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const [wasOffline, setWasOffline] = useState(!isOnline);
  if (!isOnline && !wasOffline) {
    setWasOffline(true);
  }
  const isOnlineAgain = isOnline && wasOffline;

  useEffect(() => {
    if (!isOnlineAgain) {
      return;
    }
    const timer = setTimeout(() => {
      setWasOffline(false);
    }, ONLINE_AGAIN_DURATION_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isOnlineAgain]);

  return (
    <div className={styles.region} role="status">
      {wasOffline && (
        <p className={styles.notice} data-back={isOnlineAgain || undefined}>
          <Icon name={isOnlineAgain ? 'check' : 'warning'} />
          <span>{t(isOnlineAgain ? 'offline.back' : 'offline.notice')}</span>
        </p>
      )}
    </div>
  );
}
