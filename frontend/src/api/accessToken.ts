import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

/** The browser storage key of the session token (spec §4, Login). */
export const ACCESS_TOKEN_KEY = 'token';

type Listener = () => void;
type RejectionListener = (code: string) => void;

const listeners = new Set<Listener>();
const rejectionListeners = new Set<RejectionListener>();

/** The token of a browser that refuses storage: it lives as long as the page does. */
let unstoredToken: string | null = null;

let signedOutByUser = false;
let staysOnScreen = false;

/** The stored token. Its presence is all that guards a route (spec §2); the server decides what it is worth. */
export function getAccessToken(): string | null {
  return readStored(ACCESS_TOKEN_KEY) ?? unstoredToken;
}

/** Keeps the token of somebody who has just signed in. */
export function setAccessToken(token: string): void {
  writeStored(ACCESS_TOKEN_KEY, token);
  unstoredToken = readStored(ACCESS_TOKEN_KEY) === token ? null : token;
  signedOutByUser = false;
  staysOnScreen = false;
  notify(listeners);
}

interface SignOutOptions {
  byUser: boolean;
  /** The screen has something left to say, and leads on by itself. */
  stays?: boolean;
}

/** Forgets the token, in all tabs. */
export function clearAccessToken({ byUser, stays = false }: SignOutOptions): void {
  removeStored(ACCESS_TOKEN_KEY);
  unstoredToken = null;
  signedOutByUser = byUser;
  staysOnScreen = stays;
  notify(listeners);
}

/**
 * Forgets a token that the server refused, and tells why to who listens. One that has been replaced meanwhile, by
 * signing in again, is none of the new one's business.
 */
export function rejectAccessToken(token: string, code: string): void {
  if (token === getAccessToken()) {
    clearAccessToken({ byUser: false });
    rejectionListeners.forEach((listener) => {
      listener(code);
    });
  }
}

/** Hears the server's code whenever it refuses the stored token. */
export function onAccessTokenRejected(listener: RejectionListener): () => void {
  rejectionListeners.add(listener);
  return () => {
    rejectionListeners.delete(listener);
  };
}

/** Whether the token went because the person signed out: who did is not asked to sign in again. */
export function wasSignedOutByUser(): boolean {
  return signedOutByUser;
}

/** Whether the screen on which the token went has something left to say. */
export function staysAfterSignOut(): boolean {
  return staysOnScreen;
}

/** The stored token; the component renders again when it changes, in this tab or in another one. */
export function useAccessToken(): string | null {
  return useSyncExternalStore(subscribe, getAccessToken, () => null);
}

/** Whether a token is stored; the component renders again when that changes. */
export function useHasAccessToken(): boolean {
  return useAccessToken() !== null;
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
