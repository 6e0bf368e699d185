import { useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/Notice.tsx';
import { FocusOnMount } from '#ui/lazy/FocusOnMount.tsx';
import type { NotFetchedProps } from '#ui/lazy/LoadBoundary.tsx';
import styles from './Bar.module.css';

/** In the place of a bar that could not be fetched. */
export function BarFailed({ retries, onRetry }: NotFetchedProps) {
  const { t } = useTranslation();
  const [, startRetrying] = useTransition();
  return (
    <header className={styles['content']}>
      <Notice
        onRetry={() => {
          startRetrying(onRetry);
        }}
        title={t('partFailed')}
      />
      {retries > 0 && <FocusOnMount selector="header button" />}
    </header>
  );
}
