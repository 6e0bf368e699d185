import { readStored } from '#lib/storage.ts';
import { UPLOADS_EXPIRY_KEY } from '#lib/uploadsExpiry.ts';
import { whenIdle } from '#lib/moments.ts';

/** Deletes the files of uploads that have expired: the form of an upload may never be opened again. */
export function removeExpiredUploadsWhenIdle(): void {
  if (readStored(UPLOADS_EXPIRY_KEY) !== null) {
    whenIdle(() => {
      import('#lib/unfinishedUploads.ts')
        .then(({ removeExpiredUploads }) => removeExpiredUploads())
        .catch(() => undefined);
    });
  }
}
