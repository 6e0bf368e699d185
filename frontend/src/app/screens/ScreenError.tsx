import { useEffect, useRef, useState, useTransition } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { FocusOnMount, type LoadFailedProps, ReloadButton } from '#ui/lazy/loadFailures.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';
import { useIsOnline } from '#ui/browserState.ts';
import styles from './ScreenError.module.css';

/** The code or the translations of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  /** A new release has replaced the one that is open: the page has to be reloaded. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The screen could not be loaded.', { cause });
    this.isOutdated = isOutdated;
  }
}

/** Replaces a screen that could not be loaded. Any other error is one of the app, whose own boundary shows it. */
export function ScreenError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const [retries, setRetries] = useState(0);
  const isRetrying = useRef(false);
  if (!(error instanceof ScreenLoadError)) {
    throw error;
  }
  const { isOutdated } = error;

  useEffect(() => {
    if (isOutdated) {
      // Not before the URL is that of the screen.
      window.location.reload();
    }
  }, [isOutdated]);

  useEffect(() => {
    if (isRetrying.current) {
      isRetrying.current = false;
      // A retry is a navigation, after which the title has taken the focus.
      document.querySelector<HTMLElement>('main button')?.focus();
    }
  }, [location.key]);

  if (isOutdated) {
    return null;
  }
  return (
    <LoadFailedScreen
      onRetry={async () => {
        isRetrying.current = true;
        await navigate(location, { replace: true, state: location.state as unknown });
        setRetries(retries + 1);
      }}
      retries={retries}
    />
  );
}

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

/** Shown when the app has failed. It uses neither router nor shell, which may be what failed. */
export function CrashScreen() {
  const { t } = useTranslation();
  return (
    <main className={styles.screen} role="alert">
      <h1>{t('crash.title')}</h1>
      <p className={styles.message}>{t('crash.message')}</p>
      <div className={styles.crashActions}>
        <ReloadButton />
        <a className={styles.home} href="/">
          {t('backToHome')}
        </a>
      </div>
    </main>
  );
}
