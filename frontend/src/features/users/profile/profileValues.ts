import type { components } from '#api/schema.d.ts';
import { DEFAULT_COUNTRY, type Country, toNational } from '#entities/country/country.ts';
import type { Upload } from '#entities/upload/upload.ts';
import type { ProfileFields, CurrentUser, User } from '#entities/user/api.ts';
import { validateUserValues, toProfileFields, type UserValues } from '#entities/user/userValues.ts';
import { removeStored, writeStored, readStoredJson } from '#lib/storage.ts';
import type { FieldErrorCode } from '#ui/form/useForm.ts';

/** Converts a profile to form values. */
export function toFormValues(fields: ProfileFields, countries: Country[]): UserValues {
  const country = countries.find(({ names }) => names.en === fields.country) ?? DEFAULT_COUNTRY;
  return {
    ...fields,
    country,
    phone1: toNational(fields.phone1, country),
    phone2: toNational(fields.phone2, country),
  };
}

/** Converts form values to a profile. Only teachers have courses. */
export function toProfile(values: UserValues): ProfileFields {
  const { courses } = values;
  return { ...toProfileFields(values), ...(courses && { courses }) };
}

/**
 * Returns the error code of each field of a profile (spec §5, Profile). A teacher whose profile was read without a course teaches
 * withdrawn ones, which the API keeps.
 */
export function validateProfile(
  values: UserValues,
  stored: ProfileFields,
): Partial<Record<keyof UserValues, FieldErrorCode>> {
  const removesAll = values.courses?.length === 0 && stored.courses?.length !== 0;
  return {
    ...validateUserValues(values),
    courses: removesAll ? '1_course_atleast_warning' : undefined,
  };
}

const KEY = 'profileEdits';
const AREA = 'sessionStorage';

interface ProfileDraft {
  id: string;
  /** The changed fields, as typed; the country by its code, courses by their ids. */
  changes: Record<string, string>;
}

/** Stores the edits of a user for this tab when the session ends. */
export function storeProfileDraft(id: string, edited: UserValues, saved: UserValues): void {
  const kept: ProfileDraft = { id, changes: Object.fromEntries(changesBetween(saved, edited)) };
  writeStored(KEY, JSON.stringify(kept), AREA);
}

/** Returns the profile with the user's stored edits, or undefined without any. Edits of another user are removed. */
export function restoreProfileDraft(
  id: string,
  saved: UserValues,
  countries: Country[],
): UserValues | undefined {
  const kept = readProfileDraft();
  if (kept?.id !== id) {
    clearProfileDraft();
    return undefined;
  }
  const { country: code, courses, ...texts } = kept.changes;
  const country = countries.find((candidate) => candidate.code === code) ?? saved.country;
  const restored = {
    ...saved,
    ...texts,
    country,
    ...(courses !== undefined && { courses: courses.split(' ').filter(Boolean) }),
  };
  return changesBetween(saved, restored).length > 0 ? restored : undefined;
}

/** Called when the edits are saved or discarded. */
export function clearProfileDraft(): void {
  removeStored(KEY, AREA);
}

function changesBetween(saved: UserValues, edited: UserValues): [string, string][] {
  const before = toStrings(saved);
  return Object.entries(toStrings(edited)).filter(([name, text]) => text !== before[name]);
}

function toStrings({ country, courses, ...texts }: UserValues): Record<string, string> {
  return { ...texts, country: country.code, ...(courses && { courses: courses.join(' ') }) };
}

/** An older release may have stored another format. */
function readProfileDraft(): ProfileDraft | undefined {
  const { id, changes } = (readStoredJson(KEY, AREA) ?? {}) as Partial<ProfileDraft>;
  const isKept =
    id !== undefined && Object.values(changes ?? {}).every((text) => typeof text === 'string');
  return isKept && changes ? { id, changes } : undefined;
}

export type StoredFile = components['schemas']['StoredFile'];

/** The fields of a profile that refer to a file, with their names on the wire. */
export type FileField = 'image' | 'curriculum' | 'video';

/** What the files of a profile need from the form beside them. */
export interface ProfileFiles {
  /** Returns whether a file can be saved. If not, it shows the reason, and marks the missing field. */
  canBegin: () => boolean;
  /** The birthdate in the form, for a profile without one. */
  readBirthdate: () => string;
  /**
   * Updates the form to the profile with the new file. It does not when other fields were changed elsewhere:
   * then the next save finds the conflict and merges.
   */
  follow: (saved: CurrentUser) => void;
  /** The uploads that replace a file. Leaving asks for confirmation while one has a file. */
  uploads: Partial<Record<FileField, Upload>>;
  setUpload: (field: FileField, upload: Upload | undefined) => void;
}

/** The file in a field of a profile, or null. */
export function fileOf({ image, teacher }: User, field: FileField): StoredFile | null {
  return field === 'image' ? image : (teacher?.[field] ?? null);
}

/** Returns the profile with another file. Only teachers have more than a photo. */
export function withFile(user: User, field: FileField, file: StoredFile): User {
  if (field === 'image') {
    return { ...user, image: file };
  }
  return { ...user, teacher: user.teacher && { ...user.teacher, [field]: file } };
}
