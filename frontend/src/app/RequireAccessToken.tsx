import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { staysAfterSignOut, wasSignedOutByUser, useHasAccessToken } from '#api/accessToken.ts';
import { parseReturnPath } from '#lib/returnPath.ts';
import type { Elements } from '#ui/elements.ts';

/**
 * Redirects visitors to the login screen (spec §2), with the path to return to. After the user signed out here,
 * it redirects to the home screen (spec §2, Shell), unless the screen stays.
 */
export function RequireAccessToken({ children }: { children: Elements }) {
  const { pathname, search, hash } = useLocation();
  const hasToken = useHasAccessToken();
  const [hadToken] = useState(hasToken);
  if (hasToken || (hadToken && staysAfterSignOut())) {
    return children;
  }
  if (hadToken && wasSignedOutByUser()) {
    return <Navigate replace to="/" />;
  }
  const state = { from: parseReturnPath(pathname + search + hash) };
  return <Navigate replace state={state} to="/login" />;
}
