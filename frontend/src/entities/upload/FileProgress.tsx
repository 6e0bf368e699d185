import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useRetainFocus } from '#ui/useRetainFocus.ts';
import { FileActions } from './FileActions.tsx';
import { FilePreview } from './FilePreview.tsx';
import styles from './FileProgress.module.css';
import { formatSize } from './formatSize.ts';
import { isInProgress, type Upload } from './upload.ts';
import { useUpload } from './useUpload.ts';

/** The status of an accepted file (spec §5, Files). */
const SELECTED = {
  cv: 'cv_file_selected_successfully',
  photo: 'photo_selected_successfully',
  video: 'video_selected_successfully',
} as const;

/** Screen readers announce the progress in so many steps. */
const ANNOUNCED_PARTS = 4;

interface FileProgressProps {
  upload: Upload;
  /** Removes the file, where that is possible. */
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/** A file with its status and actions. */
export function FileProgress({ upload, onRemove, onRetry }: FileProgressProps) {
  const { t } = useTranslation('upload');
  const language = useLanguage();
  const state = useUpload(upload);
  const { file, phase, share } = state;
  const keeper = useRetainFocus<HTMLDivElement>(phase);
  const percent = Math.floor(share * 100);

  const percentFormat = intlFormat('NumberFormat', language.dates, { style: 'percent' });
  const statusAt = (shown: number): string => {
    if (phase === 'empty') {
      return '';
    }
    // The server has checked a CV that was sent (spec §5, Files).
    if (phase === 'chosen' || (phase === 'done' && upload.kind.name === 'cv')) {
      return state.failure === undefined ? t(SELECTED[upload.kind.name]) : t('notSent');
    }
    return phase === 'sending' && shown === 1
      ? t('finishing')
      : t(`status.${phase}`, { share: percentFormat.format(shown) });
  };
  const announcedShare = Math.floor(share * ANNOUNCED_PARTS) / ANNOUNCED_PARTS;

  return (
    <>
      <p className="visually-hidden" role="status">
        {file && `${isolatedName(file.name)}: ${statusAt(announcedShare)}`}
      </p>
      {file && (
        <div
          aria-label={file.name}
          className={styles.row}
          data-phase={phase}
          role="group"
          tabIndex={-1}
          {...keeper}
        >
          <FilePreview file={file} isVideo={upload.kind.name === 'video'} />
          <div>
            <p className={styles.name}>
              <bdi>{file.name}</bdi>
            </p>
            <p className={styles.status}>
              {`${formatSize(file.size, language)} · ${statusAt(percent / 100)}`}
            </p>
          </div>
          <FileActions onRemove={onRemove} onRetry={onRetry} upload={upload} />
          {isInProgress(state) && (
            <div
              aria-label={t('progressOf', { name: isolatedName(file.name) })}
              aria-valuemax={100}
              aria-valuemin={0}
              aria-valuenow={percent}
              className={styles.track}
              role="progressbar"
            >
              <div className={styles.bar} style={{ inlineSize: `${percent}%` }} />
            </div>
          )}
        </div>
      )}
    </>
  );
}
