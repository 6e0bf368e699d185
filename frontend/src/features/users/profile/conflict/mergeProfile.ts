import type { ProfileFields } from '#entities/user/profileFields.ts';
import { isSameValue } from '#lib/isSameValue.ts';

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
