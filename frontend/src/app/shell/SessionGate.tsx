import { Suspense, useState, type ReactNode } from 'react';
import { useAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { LoadFailedScreen } from '../screens/LoadFailedScreen.tsx';
import { SessionLoading } from './SessionLoading.tsx';

/** Loaded for signed-in users only, with the query library. */
const CurrentUserCheck = lazyComponent(
  async () => (await import('./CurrentUserCheck.tsx')).CurrentUserCheck,
  {
    placeholder: <SessionLoading />,
    Failed: LoadFailedScreen,
    focusAfterRetry: 'main h1',
    reloadsForNewRelease: true,
  },
);

/** Renders the screen once the user is known to whom the stored access token belongs (spec §2, Shell). */
export function SessionGate({ children }: { children: ReactNode }) {
  const token = useAccessToken();
  const [allowedToken, setAllowedToken] = useState<string | null>(null);
  return (
    <>
      {token !== null && <CurrentUserCheck onAllowed={setAllowedToken} token={token} />}
      {(token === null || allowedToken === token) && (
        <Suspense fallback={null}>{children}</Suspense>
      )}
    </>
  );
}
