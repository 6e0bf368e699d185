import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload } from '#entities/upload/upload.ts';
import type { StoredFile } from '../profileFiles.ts';
import { useFileChanges } from '../useFileChanges.ts';
import type { ProfileFiles } from '../useProfileFiles.ts';
import { PhotoEditor } from './PhotoEditor.tsx';
import styles from './ProfileDialog.module.css';
import { RemovePhoto } from './RemovePhoto.tsx';

interface PhotoDialogProps {
  open: boolean;
  /** The photo of the profile. */
  photo: StoredFile | null;
  files: ProfileFiles;
  onClose: () => void;
}

/** Takes a photo by drop or picker, crops it, and saves it at once. */
export function PhotoDialog({ open, photo, files, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('profileFiles');
  const { showSuccess } = useSnackbar();
  const [upload] = useState(() => new Upload(fileKinds.photo));
  const [picked, setPicked] = useState<{ file: File; url: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const { setPending } = files;
  const { replace, removePhoto } = useFileChanges(files);

  useEffect(
    () => () => {
      if (picked) {
        URL.revokeObjectURL(picked.url);
      }
    },
    [picked],
  );

  const pick = () => {
    const { file } = upload.state();
    if (file) {
      setPicked({ file, url: URL.createObjectURL(file) });
      setPending('image', true);
    }
  };
  const forget = () => {
    upload.remove();
    setPicked(undefined);
    setPending('image', false);
  };
  const close = () => {
    if (!isBusy) {
      forget();
      onClose();
    }
  };
  const finish = (message: string) => {
    forget();
    onClose();
    showSuccess(message);
  };

  return (
    <TitledDialog
      head={styles.head}
      maxWidth="xs"
      onClose={close}
      open={open}
      paper={styles.paper}
      title={t('photo.title')}
    >
      {picked ? (
        <PhotoEditor
          file={picked.file}
          onBack={forget}
          onBusy={setIsBusy}
          onSaved={() => {
            finish(t('photo.saved'));
          }}
          save={(stored) => replace('image', stored)}
          url={picked.url}
        />
      ) : (
        <FileUpload onChosen={pick} upload={upload} />
      )}
      {photo && !picked && (
        <RemovePhoto
          onRemoved={() => {
            finish(t('photo.removed'));
          }}
          remove={() => removePhoto(photo._id)}
        />
      )}
    </TitledDialog>
  );
}
