import { getMe, updateUser } from '#entities/user/api.ts';
import { profileFieldsOf, type ProfileFields, type CurrentUser } from '#entities/user/user.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { isSameValue } from '#lib/isSameValue.ts';

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
