import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { useIsHydrated } from '#ui/useIsHydrated.ts';
import barStyles from './Bar.module.css';
import { BarFailed } from './BarFailed.tsx';
import { Footer } from './Footer.tsx';
import { SessionGate } from './SessionGate.tsx';
import styles from './Shell.module.css';
import { VisitorBar } from './VisitorBar.tsx';

/** Loaded for signed-in users only. */
const SignedInBar = lazyComponent(async () => (await import('./SignedInBar.tsx')).SignedInBar, {
  placeholder: <div className={barStyles.content} />,
  Failed: BarFailed,
  focusAfterRetry: 'header a',
  reloadsForNewRelease: true,
});

const OfflineNotice = lazyComponent(
  async () => (await import('./OfflineNotice.tsx')).OfflineNotice,
  { Failed: NoNotice },
);

const MAIN = 'main';

/** The frame around every screen. It stays empty while a screen loads. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href={`#${MAIN}`}
        onClick={(event) => {
          // A link to a fragment would add a history entry, which steps and the back button do not expect.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skipToContent')}
      </a>
      {useHasAccessToken() ? <SignedInBar /> : <VisitorBar />}
      <OfflineNoticeInBrowser />
      <main className={styles.main} id={MAIN} ref={main} tabIndex={-1}>
        <SessionGate>{children}</SessionGate>
      </main>
      <Footer />
    </div>
  );
}

/** Loaded while there is a connection, for when there is none; not part of a prerendered page. */
function OfflineNoticeInBrowser() {
  return useIsHydrated() && <OfflineNotice />;
}
