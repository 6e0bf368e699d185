import { useSyncExternalStore } from 'react';
import { readStored, removeStored, store } from '#lib/storage.ts';

/** The browser storage key of the session token (spec §4, Login). */
export const TOKEN_KEY = 'token';

type Listener = () => void;
type RefusalListener = (code: string) => void;

const listeners = new Set<Listener>();
const refusalListeners = new Set<RefusalListener>();

/** The token of a browser that refuses storage: it lives as long as the page does. */
let unstoredToken: string | null = null;

let leftByChoice = false;
let staysHere = false;

/** The stored token. Its presence is all that guards a route (spec §2); the server decides what it is worth. */
export function storedToken(): string | null {
  return readStored(TOKEN_KEY) ?? unstoredToken;
}

/** Keeps the token of somebody who has just signed in. */
export function storeToken(token: string): void {
  store(TOKEN_KEY, token);
  unstoredToken = readStored(TOKEN_KEY) === token ? null : token;
  leftByChoice = false;
  staysHere = false;
  notify(listeners);
}

interface Leaving {
  byChoice: boolean;
  /** The screen has something left to say, and leads on by itself. */
  stays?: boolean;
}

/** Forgets the token, in all tabs. */
export function forgetToken({ byChoice, stays = false }: Leaving): void {
  removeStored(TOKEN_KEY);
  unstoredToken = null;
  leftByChoice = byChoice;
  staysHere = stays;
  notify(listeners);
}

/**
 * Forgets a token that the server refused, and tells why to who listens. One that has been replaced meanwhile, by
 * signing in again, is none of the new one's business.
 */
export function refuseToken(token: string, code: string): void {
  if (token === storedToken()) {
    forgetToken({ byChoice: false });
    refusalListeners.forEach((listener) => {
      listener(code);
    });
  }
}

/** Hears the server's code whenever it refuses the stored token. */
export function onTokenRefused(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => {
    refusalListeners.delete(listener);
  };
}

/** Whether the token went because the person signed out: who did is not asked to sign in again. */
export function hasLeftByChoice(): boolean {
  return leftByChoice;
}

/** Whether the screen on which the token went has something left to say. */
export function hasLastWord(): boolean {
  return staysHere;
}

/** The stored token; the component renders again when it changes, in this tab or in another one. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, storedToken, () => null);
}

/** Whether a token is stored; the component renders again when that changes. */
export function useHasToken(): boolean {
  return useToken() !== null;
}

/** The browser tells of other tabs only. */
function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function notify(all: ReadonlySet<Listener>): void {
  all.forEach((listener) => {
    listener();
  });
}
