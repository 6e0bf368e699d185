import { removeStored, writeStored, readStoredJson } from '#lib/storage.ts';
import { RESET_PROGRESS_KEY } from './restoredForms.ts';

const AREA = 'sessionStorage';

/** How long the server accepts a code, and afterwards a new password. */
const LIFETIME_MS = 10 * 60_000;

/** What a reload of a password reset must not lose. The history entry has the step; code and password are never stored. */
export interface ResetProgress {
  email: string;
  /** When the current code was sent, or 0 when it has been used. */
  sentAt: number;
}

/** The password reset of this tab, in `sessionStorage`: on a phone, opening the email may unload the page. */
export const resetProgress = {
  read: (): ResetProgress | undefined => {
    const stored = readStoredJson(RESET_PROGRESS_KEY, AREA);
    return isProgress(stored) && Date.now() - stored.at < LIFETIME_MS ? stored : undefined;
  },
  write: (progress: ResetProgress): void => {
    writeStored(RESET_PROGRESS_KEY, JSON.stringify({ ...progress, at: Date.now() }), AREA);
  },
  clear: (): void => {
    removeStored(RESET_PROGRESS_KEY, AREA);
  },
};

/** The storage may contain anything. */
function isProgress(stored: unknown): stored is ResetProgress & { at: number } {
  const { email, sentAt, at } = (stored ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof sentAt === 'number' && typeof at === 'number';
}
