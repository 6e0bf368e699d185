const KEY = 'signupDraft';

/** Where the signup keeps for this tab what has been entered: whoever signs in or leaves ends it. */
export const signupDraft = {
  read: () => inStorage((storage) => storage.getItem(KEY)) ?? null,
  write: (draft: string): void => {
    inStorage((storage) => {
      storage.setItem(KEY, draft);
    });
  },
  forget: (): void => {
    inStorage((storage) => {
      storage.removeItem(KEY);
    });
  },
};

/** A browser may refuse storage. Then a reload begins anew. */
function inStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
