import { ApiError } from '#lib/apiError.ts';
import { readStoredUpload, removeStoredUpload, type StoredUpload } from '#lib/storedUploads.ts';
import { cancelUpload } from './api/cancelUpload.ts';
import { getUpload } from './api/getUpload.ts';

/** An upload that an earlier page has started. */
export interface UnfinishedUpload extends StoredUpload {
  /** The share that has arrived, from 0 to 1. Undefined when the server cannot be asked now. */
  share: number | undefined;
}

/** Finds the upload of a place that can continue. */
export async function findUnfinished(place: string): Promise<UnfinishedUpload | undefined> {
  const stored = await readStoredUpload(place);
  if (!stored) {
    return undefined;
  }
  try {
    const { state, chunks } = await getUpload(stored.uploadId);
    const sent = chunks.reduce((sum, { size }) => sum + size, 0);
    return { ...stored, share: state === 'ended' ? 1 : Math.min(1, sent / stored.file.size) };
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'upload_not_found') {
      removeStoredUpload(place);
      return undefined;
    }
    return { ...stored, share: undefined };
  }
}

/** Deletes what has arrived, and the stored file. If the call fails, the server deletes the upload after a day. */
export function dropUnfinished(place: string, { uploadId }: StoredUpload): void {
  removeStoredUpload(place);
  cancelUpload(uploadId).catch(() => undefined);
}
