import { useHasAccessToken } from '#api/accessToken.ts';
import { pendingSignup } from '#entities/session/pendingSignup.ts';
import { loadHomeScreen } from '#features/home/HomeScreen.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { useIsHydrated } from '#ui/useIsHydrated.ts';

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
    return (
      <>
        {isPending && <PendingSignupCard />}
        <HomeScreen />
      </>
    );
  };
}
