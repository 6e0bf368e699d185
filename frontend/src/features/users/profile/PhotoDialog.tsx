import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload } from '#entities/upload/upload.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useFileChanges } from './saveProfile.ts';
import { PhotoEditor } from './PhotoEditor.tsx';
import type { ProfileFiles, StoredFile } from './profileValues.ts';
import styles from './ProfileDialog.module.css';

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
  const [chosen, setChosen] = useState<{ file: File; url: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const chooser = useRef<HTMLDivElement>(null);
  const { replace, removePhoto } = useFileChanges(files);

  useEffect(
    () => () => {
      if (chosen) {
        URL.revokeObjectURL(chosen.url);
      }
    },
    [chosen],
  );

  const onFileChosen = () => {
    const { file } = upload.state();
    if (file) {
      setChosen({ file, url: URL.createObjectURL(file) });
      files.setUpload('image', upload);
    }
  };
  const reset = () => {
    upload.remove();
    setChosen(undefined);
    files.setUpload('image', undefined);
  };
  const close = () => {
    if (!isBusy) {
      reset();
      onClose();
    }
  };
  const closeWithMessage = (message: string) => {
    reset();
    onClose();
    showSuccess(message);
  };

  return (
    <AppDialog
      head={styles.head}
      onClose={close}
      open={open}
      paper={styles.paper}
      title={t('photo.title')}
    >
      {chosen ? (
        <PhotoEditor
          file={chosen.file}
          onBack={() => {
            // The pressed button disappears, and the one that chooses a photo returns.
            flushSync(reset);
            chooser.current?.querySelector('button')?.focus();
          }}
          onBusy={setIsBusy}
          onSaved={() => {
            closeWithMessage(t('photo.saved'));
          }}
          save={(stored) => replace('image', stored)}
          url={chosen.url}
        />
      ) : (
        <div ref={chooser}>
          <FileUpload onChosen={onFileChosen} upload={upload} />
        </div>
      )}
      {photo && !chosen && (
        <RemovePhoto
          onRemoved={() => {
            closeWithMessage(t('photo.removed'));
          }}
          remove={() => removePhoto(photo._id)}
        />
      )}
    </AppDialog>
  );
}

interface RemovePhotoProps {
  remove: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes the photo of a profile after a confirmation. */
function RemovePhoto({ remove, onRemoved }: RemovePhotoProps) {
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
        {t('photo.remove')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('photo.keep')}
        confirmLabel={t('photo.remove')}
        danger
        title={t('photo.removeTitle')}
        {...removal.dialog}
      >
        {t('photo.removeText')}
      </ConfirmDialog>
    </>
  );
}
