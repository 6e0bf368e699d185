import type { components } from '#api/schema.d.ts';

/** The stored file, as the server returns it. */
export type UploadedFile = components['schemas']['StoredFile'];

export interface TransferOptions {
  signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** The upload of one file. */
export interface Transfer {
  /** Uploads what is missing. It may be called again after a failure or a cancellation. */
  run: (options: TransferOptions) => Promise<UploadedFile>;
  /** Deletes what has arrived, and what is stored for a later page. The transfer cannot run again. */
  cancel?: () => void;
}
