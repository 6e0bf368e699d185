import { parseReturnPath, type ReturnPath } from '#lib/returnPath.ts';
import { readStored, removeStored, writeStored, readStoredJson } from '#lib/storage.ts';

const KEY = 'pendingSignup';
const RETURN_PATH_KEY = 'signupReturnPath';
const AREA = 'sessionStorage';

/** The time that an email takes to arrive. Only then can it be requested again. */
export const RESEND_PAUSE_MS = 60_000;

/** A sign-up whose email address is not verified yet. */
export interface PendingSignup {
  email: string;
  /** From when on another verification link can be requested, in milliseconds since the epoch. */
  mayResendAt: number;
}

/** A sign-up whose verification link was just sent. */
export function pendingSince(now: number, email: string): PendingSignup {
  return { email, mayResendAt: now + RESEND_PAUSE_MS };
}

/** The last sign-up of this tab, in `sessionStorage`. Signing in deletes it. */
export const pendingSignup = {
  /** The storage may contain anything. */
  read: (): PendingSignup | undefined => {
    const { email, mayResendAt } = (readStoredJson(KEY, AREA) ?? {}) as Partial<
      Record<keyof PendingSignup, unknown>
    >;
    return typeof email === 'string' && typeof mayResendAt === 'number'
      ? { email, mayResendAt }
      : undefined;
  },
  write: (signup: PendingSignup): void => {
    writeStored(KEY, JSON.stringify(signup), AREA);
  },
  clear: (): void => {
    removeStored(KEY, AREA);
  },
};

/** Where a sign-up began, in `sessionStorage`. The verification in the same tab leads there. */
export const signupReturnPath = {
  /** The storage may contain anything. */
  read: (): ReturnPath | undefined => parseReturnPath(readStored(RETURN_PATH_KEY, AREA)),
  write: (path: ReturnPath | undefined): void => {
    if (path !== undefined) {
      writeStored(RETURN_PATH_KEY, path, AREA);
    } else {
      removeStored(RETURN_PATH_KEY, AREA);
    }
  },
};
