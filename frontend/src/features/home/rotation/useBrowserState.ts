import { useSyncExternalStore } from 'react';

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person has asked their system for less motion. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      reducedMotion.addEventListener('change', onChange);
      return () => {
        reducedMotion.removeEventListener('change', onChange);
      };
    },
    () => reducedMotion.matches,
  );
}

/** Whether anybody can see the page: not in a tab at the back. */
export function useIsPageVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange);
      return () => {
        document.removeEventListener('visibilitychange', onChange);
      };
    },
    () => document.visibilityState === 'visible',
  );
}
