import { Suspense, useEffect, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useAccessToken, useHasAccessToken } from '#api/accessToken.ts';
import {
  FocusOnMount,
  NoNotice,
  type LoadFailedProps,
  CloseOnFailure,
} from '#ui/lazy/loadFailures.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useIsHydrated } from '#ui/browserState.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuButton } from '#ui/menu/MenuButton.tsx';
import { Frame } from './Frame.tsx';
import { KnownUser } from './guards.tsx';
import { BarLinks, Brand, ColorSchemeToggle, DrawerButton } from './Bar.tsx';
import { useAboutEntries, useLanguageEntries } from './navigation.ts';
import styles from './Bar.module.css';

/** Loaded for signed-in users only. */
const SignedInBar = lazyComponent(async () => (await import('./SignedInBar.tsx')).SignedInBar, {
  placeholder: <div className={styles.content} />,
  Failed: BarFailed,
  focusAfterRetry: 'header a',
  reloadsForNewRelease: true,
});

const OfflineNotice = lazyComponent(
  async () => (await import('./OfflineNotice.tsx')).OfflineNotice,
  { Failed: NoNotice },
);

/** Loaded for signed-in users only, with the query library. */
const CurrentUserCheck = lazyComponent(
  async () => (await import('./CurrentUserCheck.tsx')).CurrentUserCheck,
  { Failed: NoNotice, reloadsForNewRelease: true },
);

/** Resolves when the shell can be rendered for a signed-in user, or its parts could not be loaded. */
export function signedInShell(): Promise<unknown> {
  return Promise.all([SignedInBar.ready(), CurrentUserCheck.ready(), KnownUser.ready()]);
}

interface ShellProps {
  /** Called once the app handles the input of the first screen. */
  onReady?: () => void;
}

/** The layout of every screen. It stays empty while the first screen loads. */
export function Shell({ onReady }: ShellProps) {
  const bar = (
    <>
      {useHasAccessToken() ? <SignedInBar /> : <VisitorBar />}
      <OfflineNoticeInBrowser />
    </>
  );
  const token = useAccessToken();
  return (
    <Frame bar={bar}>
      {token !== null && <CurrentUserCheck token={token} />}
      <Suspense fallback={null}>
        <Outlet />
        {onReady && <Ready onReady={onReady} />}
      </Suspense>
    </Frame>
  );
}

/** Stands beside the screen, in the same boundary: its effect runs once the screen is hydrated. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/** Loaded while there is a connection, for when there is none; not part of a prerendered page. */
function OfflineNoticeInBrowser() {
  return useIsHydrated() && <OfflineNotice />;
}

/** Replaces a bar that could not be loaded. */
function BarFailed({ retries, onRetry }: LoadFailedProps) {
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

const VisitorDrawer = lazyComponent(
  async () => (await import('./VisitorDrawer.tsx')).VisitorDrawer,
  {
    Failed: CloseOnFailure,
  },
);

/** The bar for visitors (spec §2, Home). On narrow screens, the drawer contains what does not fit. */
export function VisitorBar() {
  const { t } = useTranslation();
  const { ownName } = useLanguage();
  const aboutEntries = useAboutEntries();
  const languageEntries = useLanguageEntries();
  const isHome = useLocation().pathname === '/';

  return (
    <header className={styles.bar} data-home={isHome || undefined}>
      <div className={styles.content}>
        <Brand />
        <nav aria-label={t('navigation.main')} className={styles.navigation}>
          <div className={styles.wide}>
            <BarLinks part="visitors" />
            <MenuButton entries={aboutEntries}>{t('navigation.about')}</MenuButton>
            <MenuButton entries={languageEntries}>
              <Icon name="globe" />
              <span className="visually-hidden">{t('navigation.language')}</span>{' '}
              <span>{ownName}</span>
            </MenuButton>
          </div>
          <ColorSchemeToggle />
          <div className={styles.wide}>
            <ButtonLink variant="quiet" to="/login">
              {t('navigation.login')}
            </ButtonLink>
            <ButtonLink to="/signup">{t('navigation.signup')}</ButtonLink>
          </div>
          <DrawerButton className={styles.narrow} Drawer={VisitorDrawer} />
        </nav>
      </div>
    </header>
  );
}
