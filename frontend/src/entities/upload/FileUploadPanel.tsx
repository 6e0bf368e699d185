import { FileUploader } from '@aws-amplify/ui-react-storage';
import { useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { FileError } from './FileError.tsx';
import { FileProgress } from './FileProgress.tsx';
import styles from './FileUploadPanel.module.css';
import { UnfinishedOffer } from './UnfinishedOffer.tsx';
import { isInProgress, type Upload } from './upload.ts';
import { uploaderSlots } from './uploaderSlots.tsx';
import { UploadPanelContext } from './uploadPanelContext.ts';
import { useUnfinishedUpload } from './useUnfinishedUpload.ts';
import { useUpload } from './useUpload.ts';

export interface FileUploadPanelProps {
  upload: Upload;
  /** Called when a file was accepted: for places that upload it at once. */
  onChosen?: () => void;
  onRemoved?: () => void;
  /** Asked before an earlier upload continues, and tells the user why it does not. */
  mayContinue?: () => boolean;
  /** Uploads the file again after a failure, where this panel starts the upload. */
  onRetry?: () => void;
  /** Whether the panel shows why an upload failed. Otherwise the form around it does. */
  showsFailure?: boolean;
  /** The uploaded file is being saved: until then it cannot be changed. */
  isSaving?: boolean;
}

/**
 * Amplify's component only takes the file (drop zone, button, input). The app's own components show and upload
 * it, because there is no Cognito that would grant browsers access to the bucket.
 */
export function FileUploadPanel({
  upload,
  onChosen,
  onRemoved,
  mayContinue = () => true,
  onRetry,
  showsFailure = true,
  isSaving = false,
}: FileUploadPanelProps) {
  const { t } = useTranslation('upload');
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const state = useUpload(upload);
  const { name, accept } = upload.kind;
  const { file } = state;
  const problem = state.refusal ?? (showsFailure ? state.failure : undefined);
  const label = t(`${name}.label`);

  const { unfinished, continueUpload, cancel } = useUnfinishedUpload(upload);

  const isDisabled = isInProgress(state) || isSaving;
  const focusFile = () => {
    panel.current?.querySelector<HTMLElement>('[data-phase]')?.focus();
  };

  // The button that chose the file is hidden now. Before the browser paints, it still has the focus.
  useLayoutEffect(() => {
    if (isDisabled && panel.current?.querySelector('[hidden] :focus')) {
      focusFile();
    }
  }, [isDisabled]);

  const onFile = async (chosen: File) => {
    if (await upload.choose(chosen)) {
      cancel();
      onChosen?.();
    }
  };

  const remove = () => {
    // The clicked button disappears with the file, and the one that chooses another file returns.
    flushSync(() => {
      upload.remove();
    });
    panel.current?.querySelector('button')?.focus();
    onRemoved?.();
  };

  return (
    <div aria-label={label} className={styles.panel} ref={panel} role="group">
      {unfinished && (
        <UnfinishedOffer
          onContinue={() => {
            if (!mayContinue()) {
              return;
            }
            // The buttons disappear, and the file appears in the same place.
            flushSync(continueUpload);
            focusFile();
            onChosen?.();
          }}
          onDrop={() => {
            flushSync(cancel);
            panel.current?.querySelector('button')?.focus();
          }}
          unfinished={unfinished}
        />
      )}
      <UploadPanelContext
        value={{
          label,
          accept,
          errorId: problem === undefined ? undefined : id,
          hasFile: file !== undefined,
          isDisabled,
          onFile: (chosen) => void onFile(chosen),
        }}
      >
        <p className={styles.hint}>{t(`${name}.hint`)}</p>
        <FileUploader autoUpload={false} components={uploaderSlots} maxFileCount={1} path="" />
      </UploadPanelContext>
      <FileError failure={problem} id={id} />
      <FileProgress onRemove={isSaving ? undefined : remove} onRetry={onRetry} upload={upload} />
    </div>
  );
}
