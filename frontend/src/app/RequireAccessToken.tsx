import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hasLastWord, hasLeftByChoice, useHasToken } from '#api/accessToken.ts';
import type { WayBack } from './returnTo.ts';

/**
 * Sends who has no stored token to the login (spec §2), which knows the way back. Who signs out here goes home
 * (spec §2, Shell), unless the screen has a last word.
 */
export function RequireToken({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const hasToken = useHasToken();
  const [hadToken] = useState(hasToken);
  if (hasToken || (hadToken && hasLastWord())) {
    return children;
  }
  if (hadToken && hasLeftByChoice()) {
    return <Navigate replace to="/" />;
  }
  const state: WayBack = { from: pathname + search + hash };
  return <Navigate replace state={state} to="/login" />;
}
