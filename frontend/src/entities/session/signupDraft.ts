import { readStored, removeStored, store } from '#lib/storage.ts';

const KEY = 'signupDraft';
const AREA = 'sessionStorage';

/** Where the signup keeps for this tab what has been entered: whoever signs in or leaves ends it. */
export const signupDraft = {
  read: () => readStored(KEY, AREA),
  write: (draft: string): void => {
    store(KEY, draft, AREA);
  },
  forget: (): void => {
    removeStored(KEY, AREA);
  },
};
