import { useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusOnMount } from '#ui/lazy/FocusOnMount.tsx';
import type { LoadFailedProps } from '#ui/lazy/loadFailures.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Bar.module.css';

/** Replaces a bar that could not be loaded. */
export function BarFailed({ retries, onRetry }: LoadFailedProps) {
  const { t } = useTranslation();
  const [isRetrying, startRetrying] = useTransition();
  return (
    <header className={styles.content}>
      <Notice
        isRetrying={isRetrying}
        onRetry={() => {
          startRetrying(onRetry);
        }}
        retries={retries}
        title={t('partFailed')}
      />
      {retries > 0 && <FocusOnMount selector="header button" />}
    </header>
  );
}
