import { isSameValue } from '#lib/isSameValue.ts';
import type { ProfileFields } from '#entities/user/profileFields.ts';

export type ProfileField = keyof ProfileFields;

interface Merge {
  /** Both changes; where they are of the same field, mine. */
  merged: ProfileFields;
  /** The fields that were changed here and, in another way, elsewhere. */
  conflicts: ProfileField[];
}

/** Whether there is the same in all fields. */
export function isSameProfile(a: ProfileFields, b: ProfileFields): boolean {
  return fieldsIn(a).every((field) => isSame(a, b, field));
}

/** Brings together what was changed here and what was changed elsewhere since both had the same profile. */
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
