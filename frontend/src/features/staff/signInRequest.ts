import { useSyncExternalStore } from 'react';
import { hasCode } from '#lib/apiError.ts';

/**
 * Requests of staff need a sign-in with a passkey, some of them a recent one. The server says so, whatever the page is: the request then
 * waits until the member has signed in, and is sent again.
 */

interface SignInRequest {
  signedIn: Promise<void>;
  resolve: () => void;
  reject: (cause: unknown) => void;
}

let request: SignInRequest | undefined;
const listeners = new Set<() => void>();

function setRequest(next: SignInRequest | undefined) {
  request = next;
  listeners.forEach((listener) => {
    listener();
  });
}

/** The sign-in that a request waits for. */
export function useSignInRequest(): SignInRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );
}

/** Lets the requests go on that wait for a sign-in, or fail. */
export function endSignInRequest(cause?: unknown): void {
  const ended = request;
  setRequest(undefined);
  if (cause === undefined) {
    ended?.resolve();
  } else {
    ended?.reject(cause);
  }
}

/** Requests that need a sign-in at the same time wait for the same one. */
function signInOnce(): Promise<void> {
  if (request) {
    return request.signedIn;
  }
  let [resolve, reject]: [() => void, (cause: unknown) => void] = [ignore, ignore];
  const signedIn = new Promise<void>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  setRequest({ signedIn, resolve, reject });
  return signedIn;
}

const ignore = () => undefined;

/** Sends a request of staff, and again after a sign-in if it needs one. */
export async function asStaff<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (failure) {
    if (!hasCode(failure, 'staff_sign_in_required')) {
      throw failure;
    }
    await signInOnce();
    return send();
  }
}
