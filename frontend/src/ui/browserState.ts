import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * False while a prerendered page hydrates, then true. What only the browser knows is rendered once it is true,
 * so that the first render matches the page.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Whether the browser has a connection; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
}

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the system is set to reduced motion. True while a page is prerendered or hydrates. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => reducedMotion().matches,
    () => true,
  );
}

function subscribeToMotion(onChange: () => void): () => void {
  const query = reducedMotion();
  query.addEventListener('change', onChange);
  return () => {
    query.removeEventListener('change', onChange);
  };
}
