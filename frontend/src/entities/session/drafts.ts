import { removeStored, writeStored, readStoredJson } from '#lib/storage.ts';
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
