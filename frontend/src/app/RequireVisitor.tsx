import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useHasToken } from '#api/accessToken.ts';
import { wayBackIn } from './returnTo.ts';

/** Leads who is signed in, or has just signed in here, to where the guard has sent them from, else home. */
export function RequireNoToken({ children }: { children: ReactNode }) {
  const { state } = useLocation() as { state: unknown };
  return useHasToken() ? <Navigate replace to={wayBackIn(state) ?? '/'} /> : children;
}
