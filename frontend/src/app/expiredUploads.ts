import { readStored } from '#lib/storage.ts';
import { UPLOADS_EXPIRY_KEY } from '#entities/upload/uploadsExpiry.ts';
import { whenIdle } from '#lib/moments.ts';

/** Deletes the files of uploads that have expired: the form of an upload may never be opened again. */
export function removeExpiredUploadsWhenIdle(): void {
  if (readStored(UPLOADS_EXPIRY_KEY) !== null) {
    whenIdle(() => {
      import('#entities/upload/unfinishedUploads.ts')
        .then(({ removeExpiredUploads }) => removeExpiredUploads())
        .catch(() => undefined);
    });
  }
}
