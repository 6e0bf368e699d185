import { Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import type { LoadFailedProps } from '#ui/lazy/loadFailures.tsx';
import { isForEveryone } from '../routes.tsx';
import { LoadFailedScreen } from '../screens/LoadFailedScreen.tsx';
import { SessionLoading } from './SessionLoading.tsx';

/** Loaded for signed-in users only, with the query library. */
export const CurrentUserCheck = lazyComponent(
  async () => (await import('./CurrentUserCheck.tsx')).CurrentUserCheck,
  {
    placeholder: <CheckLoading />,
    Failed: CheckFailed,
    focusAfterRetry: 'main h1',
    reloadsForNewRelease: true,
  },
);

/**
 * Renders the screen once the user is known to whom the stored access token belongs (spec §2, Shell). A screen for everyone is rendered
 * at once, and shows what depends on the user later.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const token = useAccessToken();
  const [isAllowed, setAllowed] = useState(false);
  const isForAll = isForEveryone(useLocation().pathname);
  const isShown = isForAll || token === null || isAllowed;
  return (
    <>
      {token !== null && (
        <CurrentUserCheck isShown={isShown} onAllowed={setAllowed} token={token} />
      )}
      <Suspense fallback={null}>{isShown && children}</Suspense>
    </>
  );
}

/** A screen for everyone does not wait. */
function CheckLoading() {
  return !isForEveryone(useLocation().pathname) && <SessionLoading />;
}

/** A screen for everyone is shown without the user. */
function CheckFailed(props: LoadFailedProps) {
  return !isForEveryone(useLocation().pathname) && <LoadFailedScreen {...props} />;
}
