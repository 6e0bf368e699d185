import { Navigate } from 'react-router-dom';
import type { ReturnPath } from '#lib/returnPath.ts';

/** Redirects to where the user came from, or else to the home screen. */
export function ReturnRedirect({ path }: { path: ReturnPath | undefined }) {
  return <Navigate replace to={path ?? '/'} />;
}
