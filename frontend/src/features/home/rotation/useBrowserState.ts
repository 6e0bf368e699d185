import { useSyncExternalStore } from 'react';

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the system is set to reduced motion. True while a page is prerendered or hydrates. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = reducedMotion();
      query.addEventListener('change', onChange);
      return () => {
        query.removeEventListener('change', onChange);
      };
    },
    () => reducedMotion().matches,
    () => true,
  );
}

/** Whether the tab is visible. */
export function useIsPageVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange);
      return () => {
        document.removeEventListener('visibilitychange', onChange);
      };
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}
