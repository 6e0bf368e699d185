import { Suspense, useState, type ReactNode } from 'react';
import { useToken } from '#api/accessToken.ts';
import { lazyWithRetry } from '#ui/lazy/lazyWithRetry.tsx';
import { LoadFailedScreen } from '../screens/LoadFailedScreen.tsx';
import { Waiting } from './SessionLoading.tsx';

/** Visitors have no use for it, nor for what it fetches with. */
const WhoIsThis = lazyWithRetry(async () => (await import('./CurrentUserCheck.tsx')).WhoIsThis, {
  Failed: LoadFailedScreen,
  landing: 'main h1',
});

/** Holds the screen back while a token is stored and it is not known whose it is (spec §2, Shell). */
export function Gate({ children }: { children: ReactNode }) {
  const token = useToken();
  const [letIn, setLetIn] = useState<string | null>(null);
  return (
    <>
      {token !== null && (
        <Suspense fallback={<Waiting />}>
          <WhoIsThis onLetIn={setLetIn} token={token} />
        </Suspense>
      )}
      {(token === null || letIn === token) && <Suspense fallback={null}>{children}</Suspense>}
    </>
  );
}
