import type { components } from '#api/schema.d.ts';
import { validatePassword } from '#entities/password/passwordRules.ts';
import { signupDraft } from '#entities/session/drafts.ts';
import type { ProfileFields } from '#entities/user/api.ts';
import { validateEmail, normalizeEmail } from '#entities/user/email.ts';
import {
  EMPTY_USER_VALUES,
  validateUserValues,
  toProfileFields,
  type UserValues,
} from '#entities/user/userValues.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { normalizeText } from '#lib/text.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';

/** The values of the first step. */
export interface SignupValues extends UserValues {
  email: string;
  password: string;
  confirmation: string;
  city: string;
}

export const EMPTY_VALUES: SignupValues = {
  ...EMPTY_USER_VALUES,
  email: '',
  password: '',
  confirmation: '',
  city: '',
};

/** Returns the error code of each field, in the order of the form (spec §5). */
export function validateSignup(
  values: SignupValues,
): Partial<Record<keyof SignupValues, FieldErrorCode>> {
  const { email, password, confirmation } = values;
  // A city without a street is no postal address. The joined text has the same length in every language.
  const address = normalizeText(values.address) && joinAddress(values, DEFAULT_LANGUAGE.code);
  const { fullname, ...others } = validateUserValues({ ...values, address });
  return {
    fullname,
    email: validateEmail(email),
    password: validatePassword(password),
    confirmation: confirmation === password ? undefined : 'password_mismatch',
    ...others,
  };
}

/** The body of a registration, without a teacher's part and the consent. */
export function toRegistration(
  values: SignupValues,
  type: components['schemas']['UserType'],
  language: LanguageCode,
): components['schemas']['Registration'] {
  const fields = toSignupFields(values, language);
  const filled = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    ...(Object.fromEntries(filled) as typeof fields),
    password: values.password,
    type,
  };
}

/** The fields of a profile, and the email address. */
export function toSignupFields(
  values: SignupValues,
  language: LanguageCode,
): ProfileFields & { email: string } {
  const fields = toProfileFields({ ...values, address: joinAddress(values, language) });
  return { ...fields, email: normalizeEmail(values.email) };
}

const COMMA: Record<LanguageCode, string> = { en: ', ', fr: ', ', ar: '، ' };

/** The postal address with the city, which the API does not have as a field (contract, double readings). */
function joinAddress({ address, city }: SignupValues, language: LanguageCode): string {
  return [address, city].map(normalizeText).filter(Boolean).join(COMMA[language]);
}

/** The steps of spec §4. Those for teachers follow the second one. */
export const steps = ['details', 'occupation', 'courses', 'cv', 'video'] as const;

export type Step = (typeof steps)[number];
export type TeacherStep = Exclude<Step, 'details' | 'occupation'>;

export function isTeacherStep(step: Step): step is TeacherStep {
  return step !== 'details' && step !== 'occupation';
}

/** The occupations that the server accepts. */
export const openOccupations = ['student', 'teacher'] as const;

/** The other ones of spec §1, which are not open yet (contract, double readings). */
export const laterOccupations = ['freelancer', 'company', 'other'] as const;

export type Occupation = (typeof openOccupations)[number];

/**
 * The name of the course in which the visitor wants a place, in the state of the location. Browsers keep that state across releases, so it
 * may contain anything.
 */
export function wantedCourseIn(state: unknown): string | undefined {
  const { wanted } = (state ?? {}) as { wanted?: unknown };
  return typeof wanted === 'string' ? wanted : undefined;
}

function isOccupation(value: unknown): value is Occupation {
  return openOccupations.some((id) => id === value);
}

/** The state of the sign-up form. */
interface Draft {
  values: SignupValues;
  occupation: Occupation | null;
  courses: string[];
  /** Whether files were chosen. The files themselves cannot be stored. */
  hasFiles: boolean;
}

/** Stores the draft for this tab, so that a reload loses nothing. Passwords are never stored. */
export function writeDraft({ values, ...draft }: Draft): void {
  const kept: Draft = { ...draft, values: { ...values, password: '', confirmation: '' } };
  signupDraft.write(kept);
}

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

const COURSE_CODES = ['course_not_found', '1_course_atleast_warning', '2_courses_only_warning'];

/** The step that holds the values which the server refused. Undefined when no value is at fault. */
export function faultyStep(failure: unknown): Step | undefined {
  if (!(failure instanceof ApiError)) {
    return undefined;
  }
  const { code, fields } = failure;
  if (code === 'user_already_exists' || Object.keys(fields).some((name) => name in EMPTY_VALUES)) {
    return 'details';
  }
  return code !== undefined && COURSE_CODES.includes(code) ? 'courses' : undefined;
}
