import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fileKinds } from '#entities/upload/fileKinds.ts';
import { FileUpload } from '#entities/upload/FileUpload.tsx';
import { Upload } from '#entities/upload/upload.ts';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { PhotoEditor } from './PhotoEditor.tsx';
import { RemoveFile, useFileChanges } from './files.tsx';
import type { ProfileFiles, StoredFile } from './profileValues.ts';
import styles from './ProfileDialog.module.css';

interface PhotoDialogProps {
  open: boolean;
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
  const { replace, remove } = useFileChanges(files);

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
        <RemoveFile
          kind="photo"
          onRemoved={() => {
            closeWithMessage(t('photo.removed'));
          }}
          remove={() => remove(photo)}
        />
      )}
    </AppDialog>
  );
}
