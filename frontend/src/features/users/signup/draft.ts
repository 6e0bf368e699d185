import { signupDraft } from '#entities/session/signupDraft.ts';
import { isOccupation, type Occupation } from './occupations.ts';
import { EMPTY_VALUES, type SignupValues } from './signupValues.ts';

/** What has been entered so far. */
export interface Draft {
  values: SignupValues;
  occupation: Occupation | null;
  /** The ids of the courses that a teacher has chosen. */
  courses: string[];
  /** Whether files were chosen. They themselves cannot be kept. */
  hasFiles: boolean;
}

/** Keeps what has been entered for this tab, so that a reload loses nothing. Passwords are never kept. */
export function writeDraft({ values, ...draft }: Draft): void {
  const kept: Draft = { ...draft, values: { ...values, password: '', confirmation: '' } };
  signupDraft.write(JSON.stringify(kept));
}

/** What was entered in this tab before it was reloaded. */
export function readDraft(): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(signupDraft.read() ?? 'null');
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** An older release may have kept something else. */
function isDraft(draft: unknown): draft is Draft {
  const { values, occupation, courses, hasFiles } = (draft ?? {}) as Partial<Draft>;
  return (
    values !== undefined &&
    Object.entries(EMPTY_VALUES).every(
      ([name, empty]) => typeof values[name as keyof SignupValues] === typeof empty,
    ) &&
    typeof (values.country as Partial<SignupValues['country']> | null)?.names === 'object' &&
    (occupation === null || isOccupation(occupation)) &&
    Array.isArray(courses) &&
    courses.every((id) => typeof id === 'string') &&
    typeof hasFiles === 'boolean'
  );
}
