import { Link as RouterLink, type LinkProps } from 'react-router-dom';
import { usePrefersReducedMotion } from './usePrefersReducedMotion.ts';

/** A link to another screen, which appears in a view transition unless the user prefers reduced motion. */
export function Link(props: LinkProps) {
  const animates = !usePrefersReducedMotion();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- React's component writes inline scripts, which the content security policy refuses
  return <RouterLink viewTransition={animates} {...props} />;
}
