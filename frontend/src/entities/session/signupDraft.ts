import { removeStored, writeStored } from '#lib/storage.ts';
import { readStoredJson } from '#lib/storedJson.ts';
import { SIGNUP_DRAFT_KEY } from './restoredForms.ts';

const AREA = 'sessionStorage';

/** The sign-up draft in `sessionStorage`. Signing in or leaving the sign-up deletes it. */
export const signupDraft = {
  read: () => readStoredJson(SIGNUP_DRAFT_KEY, AREA),
  write: (draft: string): void => {
    writeStored(SIGNUP_DRAFT_KEY, draft, AREA);
  },
  clear: (): void => {
    removeStored(SIGNUP_DRAFT_KEY, AREA);
  },
};
