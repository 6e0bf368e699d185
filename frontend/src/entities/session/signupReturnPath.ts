import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'signupReturnPath';
const AREA = 'sessionStorage';

/** Where a sign-up began, in `sessionStorage`. The verification in the same tab leads there. */
export const signupReturnPath = {
  /** A path of this site. The storage may contain anything. */
  read: (): string | undefined => {
    const path = readStored(KEY, AREA) ?? '';
    return /^\/(?!\/)/.test(path) ? path : undefined;
  },
  write: (path: unknown): void => {
    if (typeof path === 'string') {
      writeStored(KEY, path, AREA);
    } else {
      removeStored(KEY, AREA);
    }
  },
};
