import { useSyncExternalStore } from 'react';
import { readStored } from '../storage.ts';

/** The browser storage key of the session token (spec §4, Login). */
export const TOKEN_KEY = 'token';

/** The stored token. Its presence is all that guards a route (spec §2); the server decides what it is worth. */
export function storedToken(): string | null {
  return readStored(TOKEN_KEY);
}

/** Other tabs that sign in or out tell this one. */
function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('storage', listener);
  };
}

/** Whether a token is stored; the component renders again when that changes. */
export function useHasToken(): boolean {
  return useSyncExternalStore(subscribe, storedToken, () => null) !== null;
}
