import { Suspense, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasAccessToken } from '#api/accessToken.ts';
import { lazyPart } from '#ui/lazy/lazyPart.tsx';
import { lazyWithRetry } from '#ui/lazy/lazyWithRetry.tsx';
import { BarFailed } from './BarFailed.tsx';
import barStyles from './Bar.module.css';
import { Footer } from './Footer.tsx';
import { SessionGate } from './SessionGate.tsx';
import styles from './Shell.module.css';
import { VisitorBar } from './VisitorBar.tsx';

/** Fetched for who has a token: visitors have no use for it. */
const SignedInBar = lazyWithRetry(async () => (await import('./SignedInBar.tsx')).SignedInBar, {
  Failed: BarFailed,
  landing: 'header a',
});

/** Fetched while there is a connection, for when there is none. */
const OfflineNotice = lazyPart(async () => (await import('./OfflineNotice.tsx')).OfflineNotice);

const MAIN = 'main';

/** What surrounds every screen. A screen that is still loading leaves its place empty for that moment. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles['shell']}>
      <a
        className={styles['skip']}
        href={`#${MAIN}`}
        onClick={(event) => {
          // Without a place of its own in the history, where steps and back know theirs.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      {useHasAccessToken() ? (
        <Suspense fallback={<div className={barStyles['content']} />}>
          <SignedInBar />
        </Suspense>
      ) : (
        <VisitorBar />
      )}
      <OfflineNotice />
      <main className={styles['main']} id={MAIN} ref={main} tabIndex={-1}>
        <SessionGate>{children}</SessionGate>
      </main>
      <Footer />
    </div>
  );
}
