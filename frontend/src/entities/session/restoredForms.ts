import { readStored } from '#lib/storage.ts';

/** The storage keys of forms that a reload restores, in `sessionStorage`. */
export const SIGNUP_DRAFT_KEY = 'signupDraft';
export const RESET_PROGRESS_KEY = 'resetProgress';

/** Whether a form may be restored. It is in the entry script, which has no room for reading the forms. */
export function hasRestoredForm(): boolean {
  return [SIGNUP_DRAFT_KEY, RESET_PROGRESS_KEY].some(
    (key) => readStored(key, 'sessionStorage') !== null,
  );
}
