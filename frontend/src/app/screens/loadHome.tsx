import { useState } from 'react';
import { useHasAccessToken } from '#api/accessToken.ts';
import { pendingSignup, signupReturnPath } from '#entities/session/drafts.ts';
import type { NextCoursesProps } from '#features/courses/next/NextCourses.tsx';
import { NextCourseSkeletons } from '#features/courses/next/NextCourseSkeletons.tsx';
import { loadHomeScreen, NoNextCourses } from '#features/home/HomeScreen.tsx';
import { ReturnRedirect } from '#ui/Link.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { useIsHydrated } from '#ui/browserState.ts';
import { WhenNear } from '#ui/WhenNear.tsx';

const PendingSignupCard = lazyComponent(
  async () =>
    (await import('#features/users/verify-email/VerifyEmailScreen.tsx')).PendingSignupCard,
  { translations: ['checkEmail', 'errors', 'signIn', 'signupSteps'] },
);

/** Loaded for visitors who come near it. */
const NextCourses = lazyComponent<NextCoursesProps>(
  async () => (await import('#features/courses/next/NextCourses.tsx')).NextCourses,
  {
    placeholder: <NextCourseSkeletons />,
    translations: ['coursePrices', 'courses'],
    Failed: NoNextCourses,
  },
);

/** They take more code than the rest of the screen, which visitors who do not scroll to them can do without. */
const nextCourses = (
  <WhenNear distance={0} placeholder={<NextCourseSkeletons />}>
    <NextCourses none={<NoNextCourses />} />
  </WhenNear>
);

/** The home screen, below what a sign-up in this tab still needs. It combines three features. */
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
        <HomeScreen nextCourses={nextCourses} />
      </>
    );
  };
}
