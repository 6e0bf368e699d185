import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { staysAfterSignOut, useHasAccessToken, wasSignedOutByUser } from '#api/accessToken.ts';
import { parseReturnPath, returnPathIn } from '#lib/returnPath.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { ReturnRedirect } from '#ui/Link.tsx';
import { LoadFailedScreen } from '../screens/ScreenError.tsx';
import { SessionLoading } from './SessionLoading.tsx';

/** Loaded for signed-in users only, with the query library. */
export const KnownUser = lazyComponent(
  async () => (await import('./CurrentUserCheck.tsx')).KnownUser,
  {
    placeholder: <SessionLoading />,
    Failed: LoadFailedScreen,
    focusAfterRetry: 'main h1',
    reloadsForNewRelease: true,
  },
);

/** The layout of screens for signed-in users. It renders them once the user is known. */
export function RequireAccessToken() {
  const hasToken = useHasAccessToken();
  const [hadToken] = useState(hasToken);
  // Access to one screen gives none to another.
  const screen = <AccessToOneScreen key={useLocation().pathname} />;
  return hasToken || hadToken ? <KnownUser isRequired>{screen}</KnownUser> : screen;
}

/**
 * Redirects visitors to the login screen (spec §2), with the path to return to. After the user signed out here,
 * it redirects to the home screen (spec §2, Shell), unless the screen stays.
 */
function AccessToOneScreen() {
  const { pathname, search, hash } = useLocation();
  const hasToken = useHasAccessToken();
  const [hadToken] = useState(hasToken);
  if (hasToken || (hadToken && staysAfterSignOut())) {
    return <Outlet />;
  }
  if (hadToken && wasSignedOutByUser()) {
    return <Navigate replace to="/" />;
  }
  const state = { from: parseReturnPath(pathname + search + hash) };
  return <Navigate replace state={state} to="/login" />;
}

/**
 * The layout of screens for visitors. It redirects signed-in users to the screen from which a guard sent them to sign in, or else to the
 * home screen, unless the server rejects their access token.
 */
export function RequireVisitor() {
  const { state } = useLocation() as { state: unknown };
  return useHasAccessToken() ? (
    <KnownUser isRequired={false}>
      <ReturnRedirect path={returnPathIn(state)} />
    </KnownUser>
  ) : (
    <Outlet />
  );
}
