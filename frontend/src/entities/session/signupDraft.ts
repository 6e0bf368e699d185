import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'signupDraft';
const AREA = 'sessionStorage';

/** The sign-up draft in `sessionStorage`. Signing in or leaving the sign-up deletes it. */
export const signupDraft = {
  read: () => readStored(KEY, AREA),
  write: (draft: string): void => {
    writeStored(KEY, draft, AREA);
  },
  clear: (): void => {
    removeStored(KEY, AREA);
  },
};
