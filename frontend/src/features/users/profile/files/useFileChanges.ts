import { getMe } from '#entities/user/api/getMe.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { deleteFile } from '../api/deleteFile.ts';
import type { FileField, ProfileFiles, StoredFile } from './profileFiles.ts';
import { replaceFile } from './replaceFile.ts';

/** Changes to files, in a module that the profile does not load at first. */
export function useFileChanges({ birthdate, follow }: ProfileFiles) {
  const lang = useLanguage().code;
  return {
    /** Saves an uploaded file in the profile. */
    replace: async (field: FileField, file: StoredFile): Promise<void> => {
      follow(await replaceFile(lang, { field, file, birthdate }));
    },
    removePhoto: async (id: string): Promise<void> => {
      await deleteFile(id);
      follow(await getMe(lang));
    },
  };
}
