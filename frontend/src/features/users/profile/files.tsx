import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { getMe, profileFieldsOf, updateUser, type CurrentUser } from '#entities/user/api.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { deleteFile } from './api.ts';
import {
  fileOf,
  withFile,
  type FileField,
  type ProfileFiles,
  type StoredFile,
} from './profileValues.ts';

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

interface RemoveFileProps {
  kind: 'photo' | 'video';
  remove: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes an optional file of a profile after a confirmation: so its consent is withdrawn where it was given. */
export function RemoveFile({ kind, remove, onRemoved }: RemoveFileProps) {
  const { t } = useTranslation('profileFiles');
  const removal = useConfirmedAction(remove, { onDone: onRemoved });

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          removal.ask();
        }}
      >
        {t(`${kind}.remove`)}
      </Button>
      <ConfirmDialog
        cancelLabel={t(`${kind}.keep`)}
        confirmLabel={t(`${kind}.remove`)}
        danger
        title={t(`${kind}.removeTitle`)}
        {...removal.dialog}
      >
        {t(`${kind}.removeText`)}
      </ConfirmDialog>
    </>
  );
}
