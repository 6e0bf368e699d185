import { Suspense, useState, type ReactNode } from 'react';
import { useAccessToken } from '#api/accessToken.ts';
import { lazyWithRetry } from '#ui/lazy/lazyWithRetry.tsx';
import { LoadFailedScreen } from '../screens/LoadFailedScreen.tsx';
import { SessionLoading } from './SessionLoading.tsx';

/** Visitors have no use for it, nor for what it fetches with. */
const CurrentUserCheck = lazyWithRetry(
  async () => (await import('./CurrentUserCheck.tsx')).CurrentUserCheck,
  {
    Failed: LoadFailedScreen,
    landing: 'main h1',
  },
);

/** Holds the screen back while a token is stored and it is not known whose it is (spec §2, Shell). */
export function SessionGate({ children }: { children: ReactNode }) {
  const token = useAccessToken();
  const [allowedToken, setAllowedToken] = useState<string | null>(null);
  return (
    <>
      {token !== null && (
        <Suspense fallback={<SessionLoading />}>
          <CurrentUserCheck onAllowed={setAllowedToken} token={token} />
        </Suspense>
      )}
      {(token === null || allowedToken === token) && (
        <Suspense fallback={null}>{children}</Suspense>
      )}
    </>
  );
}
