import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'placeRequestDraft';
const AREA = 'sessionStorage';

/** A request for a place that is not sent yet. */
export interface PlaceRequestDraft {
  /** The ids of the user who writes it, and of the course that it is about. */
  user: string;
  course: string;
  run: string;
  message: string;
}

/** The last draft of this tab, in `sessionStorage`. It outlasts the end of a session, but not a sign-out. */
export const placeRequestDraft = {
  /** The draft of that user about that course. The storage may contain anything. */
  read: (user: string, course: string): PlaceRequestDraft | undefined => {
    try {
      const draft = JSON.parse(readStored(KEY, AREA) ?? 'null') as Partial<
        Record<keyof PlaceRequestDraft, unknown>
      > | null;
      return draft?.user === user &&
        draft.course === course &&
        typeof draft.run === 'string' &&
        typeof draft.message === 'string'
        ? { user, course, run: draft.run, message: draft.message }
        : undefined;
    } catch {
      return undefined;
    }
  },
  write: (draft: PlaceRequestDraft): void => {
    writeStored(KEY, JSON.stringify(draft), AREA);
  },
  clear: (): void => {
    removeStored(KEY, AREA);
  },
};
