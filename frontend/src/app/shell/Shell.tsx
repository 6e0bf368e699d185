import type { ReactNode } from 'react';
import { useHasAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { useIsHydrated } from '#ui/useIsHydrated.ts';
import barStyles from './Bar.module.css';
import { BarFailed } from './BarFailed.tsx';
import { Frame } from './Frame.tsx';
import { CurrentUserCheck, SessionGate } from './SessionGate.tsx';
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

/** Resolves when the shell can be rendered for a signed-in user, or its parts could not be loaded. */
export function signedInShell(): Promise<unknown> {
  return Promise.all([SignedInBar.ready(), CurrentUserCheck.ready()]);
}

/** The frame around every screen. It stays empty while a screen loads. */
export function Shell({ children }: { children: ReactNode }) {
  const bar = (
    <>
      {useHasAccessToken() ? <SignedInBar /> : <VisitorBar />}
      <OfflineNoticeInBrowser />
    </>
  );
  return (
    <Frame bar={bar}>
      <SessionGate>{children}</SessionGate>
    </Frame>
  );
}

/** Loaded while there is a connection, for when there is none; not part of a prerendered page. */
function OfflineNoticeInBrowser() {
  return useIsHydrated() && <OfflineNotice />;
}
