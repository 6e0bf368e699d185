import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import type { Language } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { Drawing } from '#ui/Icon.tsx';
import { useRetainFocus } from '#ui/focus.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { posterFrame } from './media.ts';
import { isInProgress, type Upload, useUpload } from './upload.ts';
import styles from './FileProgress.module.css';

/** The status of an accepted file (spec §5, Files). */
const SELECTED = {
  cv: 'cv_file_selected_successfully',
  photo: 'photo_selected_successfully',
  video: 'video_selected_successfully',
  proof: 'proof_selected_successfully',
} as const;

/** Screen readers announce the progress in so many steps. */
const ANNOUNCED_PARTS = 4;

interface FileProgressProps {
  upload: Upload;
  /** Removes the file, where that is possible. */
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

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

const FILE_DRAWING = 'M7 3.5h7L19 8v12.5H7V3.5Zm7 0V8h5M10 12.5h6m-6 3.5h6';

interface FilePreviewProps {
  file: File;
  isVideo: boolean;
}

/** A frame of a video; an icon for other files, and for a video that the browser cannot play. */
function FilePreview({ file, isVideo }: FilePreviewProps) {
  const [poster, setPoster] = useState<{ file: File; url: string }>();

  useEffect(() => {
    let url: string | undefined;
    let isCurrent = true;
    if (isVideo) {
      void posterFrame(file).then((frame) => {
        if (frame && isCurrent) {
          url = URL.createObjectURL(frame);
          setPoster({ file, url });
        }
      });
    }
    return () => {
      isCurrent = false;
      if (url) {
        URL.revokeObjectURL(url);
      }
    };
  }, [file, isVideo]);

  return poster?.file === file ? (
    <img alt="" className={styles.poster} src={poster.url} />
  ) : (
    <Drawing className={styles.icon} path={FILE_DRAWING} size={24} />
  );
}

interface FileActionsProps {
  upload: Upload;
  /** Removes the file, and cancels its upload. */
  onRemove: (() => void) | undefined;
  onRetry: (() => void) | undefined;
}

/** The buttons of a file. Their accessible names contain the file's name. */
function FileActions({ upload, onRemove, onRetry }: FileActionsProps) {
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

/** The limits use the same base. */
const UNIT_BASE = 1024;

/** Arabic texts write units as words. */
const UNIT_DISPLAY = { en: 'short', fr: 'short', ar: 'long' } as const;

/** The size of a file for display: in kilobytes, or in megabytes with one decimal. */
export function formatSize(bytes: number, { code, dates }: Language): string {
  const [unit, amount, maximumFractionDigits] =
    bytes < UNIT_BASE * UNIT_BASE
      ? (['kilobyte', Math.ceil(bytes / UNIT_BASE), 0] as const)
      : (['megabyte', bytes / (UNIT_BASE * UNIT_BASE), 1] as const);
  return intlFormat('NumberFormat', dates, {
    style: 'unit',
    unit,
    unitDisplay: UNIT_DISPLAY[code],
    maximumFractionDigits,
  }).format(amount);
}

interface FileErrorProps {
  failure: unknown;
  id?: string;
}

/** Shows what is wrong with a file, or why it could not be uploaded. */
export function FileError({ failure, id }: FileErrorProps) {
  const { t } = useTranslation('upload');
  return (
    <FormError
      failure={failure}
      fallback={isUnshrinkable(failure) ? t('image_compression_failed') : undefined}
      id={id}
    />
  );
}

/** A code of the app, which the translations shared with the server do not contain. */
function isUnshrinkable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'image_compression_failed';
}
