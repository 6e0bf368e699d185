import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'signupDraft';
const AREA = 'sessionStorage';

/** Where the signup keeps for this tab what has been entered: whoever signs in or leaves ends it. */
export const signupDraft = {
  read: () => readStored(KEY, AREA),
  write: (draft: string): void => {
    writeStored(KEY, draft, AREA);
  },
  clear: (): void => {
    removeStored(KEY, AREA);
  },
};
