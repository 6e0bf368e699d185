import { readStored } from './storage.ts';
import { whenIdle } from './moments.ts';

/**
 * The storage key of the time at which the last stored upload expires, in milliseconds since the epoch. It exists while the browser may
 * have files of uploads, so that other browsers do not load the code for their database.
 */
export const UPLOADS_EXPIRY_KEY = 'uploadsExpireAt';

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
