import { useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { FocusOnMount } from '#ui/lazy/FocusOnMount.tsx';
import type { LoadFailedProps } from '#ui/lazy/loadFailures.tsx';
import { PlainScreen } from '#ui/PlainScreen.tsx';
import { ReloadButton } from '#ui/ReloadButton.tsx';
import { useIsOnline } from '#ui/useIsOnline.ts';
import styles from './LoadFailedScreen.module.css';

/** Replaces a screen that could not be loaded. The shell still works. */
export function LoadFailedScreen({ retries, onRetry }: Omit<LoadFailedProps, 'props'>) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const [isRetrying, startRetrying] = useTransition();
  return (
    <PlainScreen
      message={<span role="alert">{t('loadFailed.message')}</span>}
      title={t('loadFailed.title')}
    >
      <div className={styles.actions}>
        <Button
          busy={isRetrying}
          onClick={() => {
            startRetrying(onRetry);
          }}
        >
          {t('retry')}
        </Button>
        {retries > 0 && <FocusOnMount selector="main button" />}
        {/* Some browsers cache a failed import for as long as the page is open. */}
        {retries > 0 && isOnline && <ReloadButton variant="outlined" />}
      </div>
    </PlainScreen>
  );
}
