import { useId, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlFormat } from '#i18n/intlFormat.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import {
  readUnfinishedUpload,
  removeUnfinishedUpload,
  type UnfinishedUpload,
} from './unfinishedUploads.ts';
import { unlessHeld } from './uploadLock.ts';
import { Button } from '#ui/Button.tsx';
import { cancelUpload, getUpload } from './api.ts';
import { formatSize } from './FileProgress.tsx';
import type { Upload } from './upload.ts';
import styles from './UnfinishedOffer.module.css';

interface UnfinishedOfferProps {
  unfinished: ContinuableUpload;
  onContinue: () => void;
  onDrop: () => void;
}

/** Offers to continue an upload that a closed page has interrupted. Announced when it appears. */
export function UnfinishedOffer({ unfinished, onContinue, onDrop }: UnfinishedOfferProps) {
  const { t } = useTranslation('upload');
  const language = useLanguage();
  const id = useId();
  const { file, share } = unfinished;
  const percent = intlFormat('NumberFormat', language.dates, { style: 'percent' });
  return (
    <div aria-labelledby={id} className={styles.offer} role="group">
      <div role="status">
        <p className={styles.title} id={id}>
          {t('unfinished.title')}
        </p>
        <p className={styles.text}>
          {[
            t('unfinished.text', {
              name: isolatedName(file.name),
              size: formatSize(file.size, language),
            }),
            share !== undefined && t('unfinished.arrived', { share: percent.format(share) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={onDrop}>
          {t('unfinished.cancel')}
        </Button>
        <Button onClick={onContinue}>{t('unfinished.continue')}</Button>
      </div>
    </div>
  );
}

/** The unfinished upload of a form, until it continues or is cancelled. */
export function useUnfinishedUpload(upload: Upload) {
  const [unfinished, setUnfinished] = useState<ContinuableUpload>();
  const { formKey } = upload;

  useEffect(() => {
    let isCurrent = true;
    if (formKey !== undefined && upload.state().phase === 'empty') {
      void findContinuableUpload(formKey).then((found) => {
        if (isCurrent && upload.state().phase === 'empty') {
          setUnfinished(found);
        }
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [formKey, upload]);

  return {
    unfinished,
    continueUpload: () => {
      if (unfinished) {
        upload.continue(unfinished);
      }
      setUnfinished(undefined);
    },
    cancel: () => {
      if (unfinished && formKey !== undefined) {
        void cancelUnfinishedUpload(formKey, unfinished);
      }
      setUnfinished(undefined);
    },
  };
}

interface ContinuableUpload extends UnfinishedUpload {
  /** The share that has arrived, from 0 to 1. Undefined when the server cannot be asked now. */
  share: number | undefined;
}

export async function findContinuableUpload(
  formKey: string,
): Promise<ContinuableUpload | undefined> {
  const stored = await readUnfinishedUpload(formKey);
  if (!stored) {
    return undefined;
  }
  try {
    const { state, chunks } = await getUpload(stored.uploadId);
    const sent = chunks.reduce((sum, { size }) => sum + size, 0);
    return { ...stored, share: state === 'ended' ? 1 : Math.min(1, sent / stored.file.size) };
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'upload_not_found') {
      removeUnfinishedUpload(formKey, stored.uploadId);
      return undefined;
    }
    return { ...stored, share: undefined };
  }
}

/**
 * Deletes the parts that have arrived, and the stored file, unless another tab has continued the upload meanwhile. If the request fails, the
 * server deletes the upload after a day.
 */
export async function cancelUnfinishedUpload(
  formKey: string,
  { uploadId }: UnfinishedUpload,
): Promise<void> {
  await unlessHeld(uploadId, () => {
    removeUnfinishedUpload(formKey, uploadId);
    cancelUpload(uploadId).catch(() => undefined);
  });
}
