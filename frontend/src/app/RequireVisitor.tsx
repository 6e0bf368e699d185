import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { returnToIn } from './returnTo.ts';

/** Redirects signed-in users to the screen from which a guard sent them to sign in, or else to the home screen. */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const { state } = useLocation() as { state: unknown };
  return useHasAccessToken() ? <Navigate replace to={returnToIn(state) ?? '/'} /> : children;
}
