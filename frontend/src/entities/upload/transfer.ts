import type { components } from '#api/schema.d.ts';

/** What the server calls a file that has arrived, and where it can be had. */
export type UploadedFile = components['schemas']['StoredFile'];

export interface TransferOptions {
  signal: AbortSignal;
  /** Told how much of the file has left, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** The way of one file to the server. */
export interface Transfer {
  /** Sends what is not there yet. May be called again after it failed or was called off by its signal. */
  run: (options: TransferOptions) => Promise<UploadedFile>;
}
