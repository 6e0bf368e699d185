import { FileUploader } from '@aws-amplify/ui-react-storage';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { FileError } from './FileError.tsx';
import { FileProgress } from './FileProgress.tsx';
import styles from './FileUploadPanel.module.css';
import { isInProgress, type Upload } from './upload.ts';
import { UploadPanelContext } from './uploadPanelContext.ts';
import { uploaderSlots } from './uploaderSlots.tsx';
import { useUpload } from './useUpload.ts';

export interface FileUploadPanelProps {
  upload: Upload;
  /** The file was taken: for places that send it at once. */
  onChosen?: () => void;
  /** Sends the file again after a failure, where it is sent from here. */
  onRetry?: () => void;
  /** What has been sent is being saved: until it is known what became of it, it stays as it is. */
  isSaving?: boolean;
}

/**
 * Amplify's uploader takes the file (drop zone, button, input) and nothing more: it stays in our parts and goes on our way,
 * since there is no Cognito here that would let browsers into the bucket.
 */
export function FileUploadPanel({
  upload,
  onChosen,
  onRetry,
  isSaving = false,
}: FileUploadPanelProps) {
  const { t } = useTranslation('upload');
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const state = useUpload(upload);
  const { name, accept } = upload.kind;
  const { file, phase } = state;
  const problem = state.refusal ?? state.failure;
  const label = t(`${name}.label`);

  const onFile = async (chosen: File) => {
    if (await upload.choose(chosen)) {
      onChosen?.();
    }
  };

  const remove = () => {
    // The button that was pressed goes away with the file, and the one to choose another comes back.
    flushSync(() => {
      upload.remove();
    });
    panel.current?.querySelector('button')?.focus();
  };

  return (
    <div aria-label={label} className={styles.panel} ref={panel} role="group">
      <UploadPanelContext
        value={{
          label,
          accept,
          errorId: problem === undefined ? undefined : id,
          hasFile: file !== undefined,
          isDisabled: isInProgress(state) || phase === 'checking' || isSaving,
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
