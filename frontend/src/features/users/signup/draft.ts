import { signupDraft } from '#entities/session/signupDraft.ts';
import { isOccupation, type Occupation } from './occupations.ts';
import { EMPTY_VALUES, type SignupValues } from './signupValues.ts';

/** The state of the sign-up form. */
export interface Draft {
  values: SignupValues;
  occupation: Occupation | null;
  /** Ids of the courses that a teacher selected. */
  courses: string[];
  /** Whether files were chosen. The files themselves cannot be stored. */
  hasFiles: boolean;
}

/** Stores the draft for this tab, so that a reload loses nothing. Passwords are never stored. */
export function writeDraft({ values, ...draft }: Draft): void {
  const kept: Draft = { ...draft, values: { ...values, password: '', confirmation: '' } };
  signupDraft.write(JSON.stringify(kept));
}

/** The draft that was stored in this tab. */
export function readDraft(): Draft | undefined {
  const draft = signupDraft.read();
  return isDraft(draft) ? draft : undefined;
}

/** An older release may have stored another format. */
function isDraft(draft: unknown): draft is Draft {
  const { values, occupation, courses, hasFiles } = (draft ?? {}) as Partial<Draft>;
  const entered = (values ?? {}) as Partial<SignupValues>;
  return (
    Object.entries(EMPTY_VALUES).every(
      ([name, empty]) => typeof entered[name as keyof SignupValues] === typeof empty,
    ) &&
    Array.isArray((entered.country as Partial<SignupValues['country']> | null)?.mobileLengths) &&
    (occupation === null || isOccupation(occupation)) &&
    Array.isArray(courses) &&
    courses.every((id) => typeof id === 'string') &&
    typeof hasFiles === 'boolean'
  );
}
