import { parseReturnPath, type ReturnPath } from '#lib/returnPath.ts';
import { readStored, readStoredJson, removeStored, writeStored } from '#lib/storage.ts';
import { RESET_PROGRESS_KEY, SIGNUP_DRAFT_KEY } from './restoredForms.ts';

const AREA = 'sessionStorage';

/** A value in `sessionStorage`, as JSON. Other code may have changed it, so `check` validates it, and returns undefined if it is invalid. */
function keptInTab<Value>(key: string, check: (stored: unknown) => Value | undefined) {
  return {
    read: () => check(readStoredJson(key, AREA)),
    write: (value: Value): void => {
      writeStored(key, JSON.stringify(value), AREA);
    },
    clear: (): void => {
      removeStored(key, AREA);
    },
  };
}

/** The sign-up draft. Signing in or leaving the sign-up deletes it. */
export const signupDraft = keptInTab<unknown>(SIGNUP_DRAFT_KEY, (stored) => stored);

/** A request for a place that is not sent yet. */
interface PlaceRequestDraft {
  /** The ids of the user who writes it, and of the course that it is about. */
  user: string;
  course: string;
  run: string;
  message: string;
}

let last: PlaceRequestDraft | undefined;

/** The last draft, as long as the page is open. It outlasts the end of a session, but not a sign-out. */
export const placeRequestDraft = {
  /** The draft of that user about that course. */
  read: (user: string, course: string): PlaceRequestDraft | undefined =>
    last?.user === user && last.course === course ? last : undefined,
  write: (draft: PlaceRequestDraft): void => {
    last = draft;
  },
  clear: (): void => {
    last = undefined;
  },
};

/** How long the server accepts a code, and afterwards a new password. */
const RESET_LIFETIME_MS = 10 * 60_000;

/** What a reload of a password reset must not lose. The history entry has the step; code and password are never stored. */
export interface ResetProgress {
  email: string;
  /** When the current code was sent, or 0 when it has been used. */
  sentAt: number;
}

const storedProgress = keptInTab<ResetProgress & { at: number }>(RESET_PROGRESS_KEY, (stored) => {
  const { email, sentAt, at } = (stored ?? {}) as Record<string, unknown>;
  return typeof email === 'string' &&
    typeof sentAt === 'number' &&
    typeof at === 'number' &&
    Date.now() - at < RESET_LIFETIME_MS
    ? { email, sentAt, at }
    : undefined;
});

/** The password reset of this tab: on a phone, opening the email may unload the page. */
export const resetProgress = {
  read: (): ResetProgress | undefined => storedProgress.read(),
  write: (progress: ResetProgress): void => {
    storedProgress.write({ ...progress, at: Date.now() });
  },
  clear: storedProgress.clear,
};

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

/** The last sign-up of this tab. Signing in deletes it. */
export const pendingSignup = keptInTab<PendingSignup>('pendingSignup', (stored) => {
  const { email, mayResendAt } = (stored ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof mayResendAt === 'number'
    ? { email, mayResendAt }
    : undefined;
});

const RETURN_PATH_KEY = 'signupReturnPath';

/** Where a sign-up began. The verification in the same tab leads there. */
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
