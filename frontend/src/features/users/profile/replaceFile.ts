import { ApiError } from '#lib/apiError.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { getMe } from '#entities/user/api/getMe.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import { profileFieldsOf } from '#entities/user/profileFields.ts';
import { updateUser } from '#entities/user/api/updateUser.ts';
import { fileOf, replaceFileOf, type FileField, type StoredFile } from './profileFiles.ts';
import { deleteFile } from './api/deleteFile.ts';

/** How often a profile may be changed elsewhere in the moment between reading and writing it. */
const ATTEMPTS = 3;

interface Replacement {
  field: FileField;
  /** Uploaded, and nobody's yet. */
  file: StoredFile;
  /** For a profile that has none yet: the server takes no profile without. */
  birthdate: string;
}

/**
 * Puts a file into the profile as the server has it now, then deletes the one that it had. All else in the profile stays:
 * what is being edited is saved by its own button.
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
        replaceFileOf(stored.user, field, file),
        { ...fields, birthdate: fields.birthdate || birthdate },
        { lang, etag: stored.etag },
      );
      deleteReplaced(fileOf(stored.user, field), file);
      return saved;
    } catch (failure) {
      if (attempt === ATTEMPTS || !(failure instanceof ApiError && failure.code === 'conflict')) {
        throw failure;
      }
    }
  }
}

/** The profile has let go of it already, so that it would be gone by itself after a day: a failure is none of the person's. */
function deleteReplaced(replaced: StoredFile | null, file: StoredFile): void {
  if (replaced && replaced._id !== file._id) {
    deleteFile(replaced._id).catch(() => undefined);
  }
}
