import type { ComponentProps } from 'react';
import { Link as RouterLink, Navigate } from 'react-router-dom';
import type { ReturnPath } from '#lib/returnPath.ts';
import { usePrefersReducedMotion } from './browserState.ts';
import styles from './Link.module.css';

type LinkProps = ComponentProps<typeof RouterLink>;

/** A link to another screen, which appears in a view transition unless the user prefers reduced motion. */
export function Link(props: LinkProps) {
  const animates = !usePrefersReducedMotion();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- React's component writes inline scripts, which the content security policy refuses
  return <RouterLink viewTransition={animates} {...props} />;
}

/** A link on its own line, tall enough for touch. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link className={styles.link} {...props} />;
}

/** Redirects to where the user came from, or else to the home screen. */
export function ReturnRedirect({ path }: { path: ReturnPath | undefined }) {
  return <Navigate replace to={path ?? '/'} />;
}
