import { useLocation } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { returnPathIn } from '#lib/returnPath.ts';
import { ReturnRedirect } from '#ui/ReturnRedirect.tsx';
import type { Elements } from '#ui/elements.ts';

/** Redirects signed-in users to the screen from which a guard sent them to sign in, or else to the home screen. */
export function RequireVisitor({ children }: { children: Elements }) {
  const { state } = useLocation() as { state: unknown };
  return useHasAccessToken() ? <ReturnRedirect path={returnPathIn(state)} /> : children;
}
