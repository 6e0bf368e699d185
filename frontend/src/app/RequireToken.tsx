import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useHasToken } from '../api/token.ts';

/** What the login screen finds in its location's state: where the person wanted to go. */
export interface WayBack {
  from: string;
}

/** Sends who has no stored token to the login (spec §2), which knows the way back. */
export function RequireToken({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  if (!useHasToken()) {
    const state: WayBack = { from: pathname + search + hash };
    return <Navigate replace state={state} to="/login" />;
  }
  return children;
}
