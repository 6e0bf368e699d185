import { ApiError } from '#lib/apiError.ts';
import {
  readUnfinishedUpload,
  removeUnfinishedUpload,
  type UnfinishedUpload,
} from '#lib/unfinishedUploads.ts';
import { unlessHeld } from '#lib/uploadLock.ts';
import { cancelUpload } from './api/cancelUpload.ts';
import { getUpload } from './api/getUpload.ts';

/** An unfinished upload, with its progress. */
export interface ContinuableUpload extends UnfinishedUpload {
  /** The share that has arrived, from 0 to 1. Undefined when the server cannot be asked now. */
  share: number | undefined;
}

/** Finds the unfinished upload of a form that can continue. */
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
