import type { ProfileFields } from '../../session/updateUser.ts';

export type ProfileField = keyof ProfileFields;

interface Merge {
  /** Both changes; where they are of the same field, mine. */
  merged: ProfileFields;
  /** The fields that were changed here and, in another way, elsewhere. */
  conflicts: ProfileField[];
}

/** Brings together what was changed here and what was changed elsewhere since both had the same profile. */
export function mergeProfile(
  base: ProfileFields,
  mine: ProfileFields,
  theirs: ProfileFields,
): Merge {
  const fields = Object.keys(base) as ProfileField[];
  const changed = fields.filter((field) => mine[field] !== base[field]);
  return {
    merged: {
      ...theirs,
      ...Object.fromEntries(changed.map((field) => [field, mine[field]])),
    },
    conflicts: changed.filter(
      (field) => theirs[field] !== base[field] && theirs[field] !== mine[field],
    ),
  };
}
