import { useState } from 'react';
import { useHasAccessToken } from '#api/accessToken.ts';
import { pendingSignup, signupReturnPath } from '#entities/session/pendingSignup.ts';
import { loadHomeScreen } from '#features/home/HomeScreen.tsx';
import { ReturnRedirect } from '#ui/Link.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { useIsHydrated } from '#ui/browserState.ts';

const PendingSignupCard = lazyComponent(
  async () =>
    (await import('#features/users/verify-email/verificationScreens.ts')).PendingSignupCard,
  { translations: ['checkEmail', 'errors', 'signIn', 'signupSteps'] },
);

/** The home screen, below what a sign-up in this tab still needs. It combines two features. */
export async function loadHome() {
  const HomeScreen = await loadHomeScreen();
  return function Home() {
    const isVisitor = !useHasAccessToken();
    const isPending = useIsHydrated() && isVisitor && pendingSignup.read() !== undefined;
    const [wasPending, setWasPending] = useState(false);
    if (isPending && !wasPending) {
      setWasPending(true);
    }
    // The user was verified in another tab, which has signed them in here, too.
    const returnPath = wasPending && !isVisitor ? signupReturnPath.read() : undefined;
    if (returnPath !== undefined) {
      return <ReturnRedirect path={returnPath} />;
    }
    return (
      <>
        {isPending && <PendingSignupCard />}
        <HomeScreen />
      </>
    );
  };
}
