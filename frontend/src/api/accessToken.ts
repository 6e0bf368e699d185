import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

/** The storage key of the access token (spec §4, Login). */
export const ACCESS_TOKEN_KEY = 'token';

/** Browsers send no other characters in a header. A token with others, which a user or an extension has stored, counts as none. */
const SENDABLE_TOKEN = /^([ -~]+)$/;

type Listener = () => void;
type RejectionListener = (code: string) => void;

const listeners = new Set<Listener>();
const rejectionListeners = new Set<RejectionListener>();

/** The token in a browser without storage. It lasts as long as the page. */
let unstoredToken: string | null = null;

/** How this page removed the token, until there is another one. */
let lastSignOut: SignOutOptions | undefined;

/** The stored token. Routes check only that it exists (spec §2); the server validates it. */
export function getAccessToken(): string | null {
  const stored = readStored(ACCESS_TOKEN_KEY);
  return stored !== null && SENDABLE_TOKEN.test(stored) ? stored : unstoredToken;
}

/** Stores the token of a new sign-in. */
export function setAccessToken(token: string): void {
  writeStored(ACCESS_TOKEN_KEY, token);
  unstoredToken = readStored(ACCESS_TOKEN_KEY) === token ? null : token;
  lastSignOut = undefined;
  notify(listeners);
}

interface SignOutOptions {
  byUser: boolean;
  /** The screen stays, shows a last message, and then navigates. */
  stays?: boolean;
}

/** Removes the token, in all tabs. */
export function clearAccessToken(options: SignOutOptions): void {
  removeStored(ACCESS_TOKEN_KEY);
  unstoredToken = null;
  lastSignOut = options;
  notify(listeners);
}

/**
 * Removes a token that the server rejected, and notifies the listeners. Does nothing if another token has replaced it
 * meanwhile.
 */
export function rejectAccessToken(token: string, code: string): void {
  if (token === getAccessToken()) {
    clearAccessToken({ byUser: false });
    rejectionListeners.forEach((listener) => {
      listener(code);
    });
  }
}

/** Calls the listener with the server's error code when it rejects the stored token. */
export function onAccessTokenRejected(listener: RejectionListener): () => void {
  rejectionListeners.add(listener);
  return () => {
    rejectionListeners.delete(listener);
  };
}

/** Whether the user signed out. Then the app shows no notice to sign in again. */
export function wasSignedOutByUser(): boolean {
  return lastSignOut?.byUser ?? false;
}

/** Whether the screen that removed the token shows a last message. */
export function staysAfterSignOut(): boolean {
  return lastSignOut?.stays ?? false;
}

/** The stored token; the component renders again when it changes, in this tab or in another one. */
export function useAccessToken(): string | null {
  return useSyncExternalStore(subscribe, getAccessToken, () => null);
}

/** Whether a token is stored; the component renders again when that changes. */
export function useHasAccessToken(): boolean {
  return useAccessToken() !== null;
}

/**
 * The browser's `storage` event fires in other tabs only, and not in pages of the back/forward cache, which would otherwise show the data of
 * a user who has signed out meanwhile.
 */
function subscribe(listener: Listener): () => void {
  const onChangeElsewhere = () => {
    if (getAccessToken() !== null) {
      lastSignOut = undefined;
    }
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onChangeElsewhere);
  window.addEventListener('pageshow', onChangeElsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onChangeElsewhere);
    window.removeEventListener('pageshow', onChangeElsewhere);
  };
}

function notify(all: ReadonlySet<Listener>): void {
  all.forEach((listener) => {
    listener();
  });
}
