import { getMe } from '#entities/user/api/getMe.ts';
import { updateUser } from '#entities/user/api/updateUser.ts';
import { profileFieldsOf, type ProfileFields } from '#entities/user/profileFields.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { ApiError } from '#lib/apiError.ts';
import { mergeProfile, type ProfileField } from './mergeProfile.ts';

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
