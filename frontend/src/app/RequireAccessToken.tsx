import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { staysAfterSignOut, wasSignedOutByUser, useHasAccessToken } from '#api/accessToken.ts';
import type { ReturnTo } from './returnTo.ts';

/**
 * Sends who has no stored token to the login (spec §2), which knows the way back. Who signs out here goes home
 * (spec §2, Shell), unless the screen has a last word.
 */
export function RequireAccessToken({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const hasToken = useHasAccessToken();
  const [hadToken] = useState(hasToken);
  if (hasToken || (hadToken && staysAfterSignOut())) {
    return children;
  }
  if (hadToken && wasSignedOutByUser()) {
    return <Navigate replace to="/" />;
  }
  const state: ReturnTo = { from: pathname + search + hash };
  return <Navigate replace state={state} to="/login" />;
}
