import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { returnToIn } from './returnTo.ts';

/** Leads who is signed in, or has just signed in here, to where the guard has sent them from, else home. */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const { state } = useLocation() as { state: unknown };
  return useHasAccessToken() ? <Navigate replace to={returnToIn(state) ?? '/'} /> : children;
}
