import { getMe, updateUser } from '#entities/user/api.ts';
import { profileFieldsOf, type ProfileFields, type CurrentUser } from '#entities/user/user.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { deleteFile } from './api.ts';
import {
  type FileField,
  type ProfileFiles,
  type StoredFile,
  fileOf,
  withFile,
} from './profileValues.ts';

/** The same fields were changed here and elsewhere: the user has to choose. */
export interface Conflict {
  theirs: CurrentUser;
  mine: ProfileFields;
  fields: ProfileField[];
}

type SaveResult = { saved: CurrentUser; conflict?: never } | { saved?: never; conflict: Conflict };

/** Saves edited fields. When other fields were changed elsewhere meanwhile, both changes are kept. */
export async function saveProfile(
  lang: LanguageCode,
  base: CurrentUser,
  edited: ProfileFields,
): Promise<SaveResult> {
  try {
    return { saved: await updateUser(base.user, edited, { lang, etag: base.etag }) };
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'conflict')) {
      throw failure;
    }
  }
  const theirs = await getMe(lang);
  const { merged, conflicts } = mergeProfile(
    profileFieldsOf(base.user),
    edited,
    profileFieldsOf(theirs.user),
  );
  if (conflicts.length > 0) {
    return { conflict: { theirs, mine: merged, fields: conflicts } };
  }
  return { saved: await updateUser(theirs.user, merged, { lang, etag: theirs.etag }) };
}

export type ProfileField = keyof ProfileFields;

interface Merge {
  /** Both changes; where they conflict, mine. */
  merged: ProfileFields;
  /** Fields that were changed here and, differently, elsewhere. */
  conflicts: ProfileField[];
}

/** Whether all fields are equal. */
export function isSameProfile(a: ProfileFields, b: ProfileFields): boolean {
  return fieldsIn(a).every((field) => isSame(a, b, field));
}

/** Merges the changes that were made here and elsewhere since `base`. */
export function mergeProfile(
  base: ProfileFields,
  mine: ProfileFields,
  theirs: ProfileFields,
): Merge {
  const changed = fieldsIn(base).filter((field) => !isSame(mine, base, field));
  return {
    merged: {
      ...theirs,
      ...Object.fromEntries(changed.map((field) => [field, mine[field]])),
    },
    conflicts: changed.filter(
      (field) => !isSame(theirs, base, field) && !isSame(theirs, mine, field),
    ),
  };
}

function fieldsIn(profile: ProfileFields): ProfileField[] {
  return Object.keys(profile) as ProfileField[];
}

function isSame(a: ProfileFields, b: ProfileFields, field: ProfileField): boolean {
  return isSameValue(a[field], b[field]);
}

/** Changes to files, in a module that the profile does not load at first. */
export function useFileChanges({ readBirthdate, follow }: ProfileFiles) {
  const lang = useLanguage().code;
  return {
    /** Saves an uploaded file in the profile. */
    replace: async (field: FileField, file: StoredFile): Promise<void> => {
      follow(await replaceFile(lang, { field, file, birthdate: readBirthdate() }));
    },
    /** Deletes a file, also in the profile. */
    remove: async ({ _id: id }: StoredFile): Promise<void> => {
      await deleteFile(id);
      follow(await getMe(lang));
    },
  };
}

/** How often to retry when the profile was changed between reading and writing it. */
const ATTEMPTS = 3;

interface Replacement {
  field: FileField;
  /** Uploaded and unclaimed. */
  file: StoredFile;
  /** For a profile without one: the server accepts no profile without a birthdate. */
  birthdate: string;
}

/**
 * Saves a file in the profile as the server has it now, then deletes the replaced file. Other fields stay as
 * they are: the form saves them.
 */
export async function replaceFile(
  lang: LanguageCode,
  { field, file, birthdate }: Replacement,
): Promise<CurrentUser> {
  for (let attempt = 1; ; attempt++) {
    const stored = await getMe(lang);
    const fields = profileFieldsOf(stored.user);
    try {
      const saved = await updateUser(
        withFile(stored.user, field, file),
        { ...fields, birthdate: fields.birthdate || birthdate },
        { lang, etag: stored.etag },
      );
      deleteReplacedFile(fileOf(stored.user, field), file);
      return saved;
    } catch (failure) {
      if (attempt === ATTEMPTS || !(failure instanceof ApiError && failure.code === 'conflict')) {
        throw failure;
      }
    }
  }
}

/** The profile no longer refers to the file, and an unclaimed file expires within a day. So a failure is ignored. */
function deleteReplacedFile(replaced: StoredFile | null, file: StoredFile): void {
  if (replaced && replaced._id !== file._id) {
    deleteFile(replaced._id).catch(() => undefined);
  }
}

/** Whether two values of a field are equal; arrays and plain objects are compared by what they contain. No field holds a file. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!isContainer(a) || !isContainer(b)) {
    return Object.is(a, b);
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSameValue(a[key], b[key]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
