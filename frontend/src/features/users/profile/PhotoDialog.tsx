import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload } from '#entities/upload/upload.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useFileChanges } from './replaceFile.ts';
import { PhotoEditor } from './PhotoEditor.tsx';
import type { ProfileFiles, StoredFile } from './profileFiles.ts';
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
  const { setPending } = files;
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
      setPending('image', true);
    }
  };
  const reset = () => {
    upload.remove();
    setChosen(undefined);
    setPending('image', false);
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
    <TitledDialog
      head={styles.head}
      maxWidth="xs"
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
    </TitledDialog>
  );
}

interface RemovePhotoProps {
  remove: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes the photo of a profile after a confirmation. */
function RemovePhoto({ remove, onRemoved }: RemovePhotoProps) {
  const { t } = useTranslation('profileFiles');
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async () => {
    setIsBusy(true);
    try {
      await remove();
      onRemoved();
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsBusy(false);
    setIsConfirming(false);
  };

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          setIsConfirming(true);
        }}
      >
        {t('photo.remove')}
      </Button>
      <ConfirmDialog
        busy={isBusy}
        cancelLabel={t('photo.keep')}
        confirmLabel={t('photo.remove')}
        danger
        onCancel={() => {
          setIsConfirming(false);
        }}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={t('photo.removeTitle')}
      >
        {t('photo.removeText')}
      </ConfirmDialog>
    </>
  );
}
