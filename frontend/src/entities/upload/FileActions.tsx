import { useTranslation } from 'react-i18next';
import { isolatedName } from '#i18n/isolate.ts';
import { Button } from '#ui/Button.tsx';
import styles from './FileProgress.module.css';
import { isInProgress, type Upload } from './upload.ts';
import { useUpload } from './useUpload.ts';

interface FileActionsProps {
  upload: Upload;
  /** Removes the file, and cancels its upload. */
  onRemove: (() => void) | undefined;
  onRetry: (() => void) | undefined;
}

/** The buttons of a file. Their accessible names contain the file's name. */
export function FileActions({ upload, onRemove, onRetry }: FileActionsProps) {
  const { t } = useTranslation('upload');
  const state = useUpload(upload);
  const { file, phase, failure } = state;
  const isPaused = phase === 'paused';

  const button = (word: 'pause' | 'resume' | 'cancel' | 'remove' | 'retry', act: () => void) => (
    <Button
      aria-label={t('actionOn', { action: t(word), name: isolatedName(file?.name ?? '') })}
      variant="quiet"
      onClick={act}
    >
      {t(word)}
    </Button>
  );

  return (
    <div className={styles.actions}>
      {upload.kind.canPause &&
        (phase === 'sending' || isPaused) &&
        button(isPaused ? 'resume' : 'pause', () => {
          if (isPaused) {
            upload.resume();
          } else {
            upload.pause();
          }
        })}
      {onRetry && phase === 'chosen' && failure !== undefined && button('retry', onRetry)}
      {isInProgress(state)
        ? button(
            'cancel',
            onRemove ??
              (() => {
                upload.cancel();
              }),
          )
        : onRemove && phase !== 'checking' && button('remove', onRemove)}
    </div>
  );
}
