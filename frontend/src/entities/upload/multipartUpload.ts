import pMap from 'p-map';
import type { SendOptions } from '#api/sendWithProgress.ts';
import { withTimeLimit } from '#lib/abortWith.ts';
import { ApiError } from '#lib/apiError.ts';
import { MAX_ATTEMPTS, retry } from '#lib/retry.ts';
import type { ServerUpload, Transfer, TransferOptions, UploadedFile } from './api.ts';

/** The size of all parts but the last (spec §9; also S3's minimum). */
export const PART_BYTES = 5 * 1024 * 1024;

/** How many parts are sent concurrently, and the timeout of each (spec §9). */
const MAX_PARALLEL_PARTS = 3;
const PART_TIMEOUT_MS = 5 * 60_000;

/** How long a presigned URL is used that was requested ahead. It is valid for five minutes. */
const PRESIGNED_AGE_MS = 4 * 60_000;

/** The requests of a multipart upload (contract, Chunked video upload). `Presigned` is the presigned request for one part. */
export interface MultipartApi<Presigned> {
  start: (signal: AbortSignal) => Promise<string>;
  presign: (part: UploadPart, signal: AbortSignal) => Promise<Presigned>;
  put: (presigned: Presigned, bytes: Blob, options: SendOptions) => Promise<void>;
  finalize: (upload: MultipartFile, signal: AbortSignal) => Promise<UploadedFile>;
  find: (uploadId: string, signal: AbortSignal) => Promise<ServerUpload>;
  cancel: (uploadId: string) => Promise<void>;
}

export interface UploadPart {
  uploadId: string;
  index: number;
  size: number;
}

export interface MultipartFile {
  uploadId: string;
  totalParts: number;
}

/** Stores the unfinished upload, so that another page can continue it. */
export interface UploadRecord {
  started: (uploadId: string) => void;
  ended: () => void;
}

interface MultipartOptions {
  record?: UploadRecord;
  /** The unfinished upload that continues. */
  unfinishedId?: string | undefined;
}

/**
 * Sends a file in parts. After a failure or an interruption, another run sends only the missing parts.
 */
export function multipartUpload<Presigned>(
  file: Blob,
  api: MultipartApi<Presigned>,
  { record, unfinishedId }: MultipartOptions = {},
): Transfer {
  const totalParts = Math.max(1, Math.ceil(file.size / PART_BYTES));
  const arrived = new Set<number>();
  let uploadId = unfinishedId;
  /** Only the server knows which parts have arrived. */
  let hasToAsk = unfinishedId !== undefined;
  let isFinalized = false;

  const bytesOf = (index: number) =>
    file.slice(index * PART_BYTES, Math.min(file.size, (index + 1) * PART_BYTES));

  async function run(options: TransferOptions): Promise<UploadedFile> {
    const isContinued = uploadId !== undefined;
    try {
      return await sendAndFinalize(options).catch((failure: unknown) => {
        if (!isContinued || !isCode(failure, 'upload_not_found')) {
          throw failure;
        }
        // The unfinished upload has expired.
        uploadId = undefined;
        hasToAsk = false;
        arrived.clear();
        return sendAndFinalize(options);
      });
    } catch (failure) {
      if (isRefusal(failure)) {
        record?.ended();
      }
      throw failure;
    }
  }

  function cancel(): void {
    record?.ended();
    if (uploadId !== undefined && !isFinalized) {
      // The server deletes what is abandoned after a day.
      api.cancel(uploadId).catch(() => undefined);
    }
  }

  async function start(signal: AbortSignal): Promise<string> {
    const id = await retry(() => api.start(signal), signal);
    record?.started(id);
    return id;
  }

  async function findArrived(id: string, signal: AbortSignal): Promise<void> {
    const { state, chunks } = await retry(() => api.find(id, signal), signal);
    for (const index of Array(totalParts).keys()) {
      const found = chunks.find(({ chunkIndex }) => chunkIndex === index);
      // An upload that has ended takes no parts: finalizing it returns its result.
      if (state === 'ended' || found?.size === bytesOf(index).size) {
        arrived.add(index);
      }
    }
    hasToAsk = false;
  }

  async function sendAndFinalize(options: TransferOptions): Promise<UploadedFile> {
    const { signal } = options;
    const id = (uploadId ??= await start(signal));
    if (hasToAsk) {
      await findArrived(id, signal);
    }
    for (let round = 1; ; round++) {
      await sendMissing(id, options);
      try {
        const stored = await retry(
          () => api.finalize({ uploadId: id, totalParts }, signal),
          signal,
        );
        isFinalized = true;
        record?.ended();
        return stored;
      } catch (failure) {
        if (!isCode(failure, 'chunk_missing') || round === MAX_ATTEMPTS) {
          throw failure;
        }
        for (const index of failure.missing) {
          arrived.delete(index);
        }
      }
    }
  }

  /** After a part fails, starts no further part. Parts in flight may finish. */
  async function sendMissing(id: string, { signal, onProgress }: TransferOptions): Promise<void> {
    const missing = Array.from({ length: totalParts }, (_, index) => index).filter(
      (index) => !arrived.has(index),
    );
    const progress = new Map<number, number>();
    const failures: unknown[] = [];
    const waiting = [...missing];
    const presignedAhead = new Map<number, { presigned: Promise<Presigned>; askedAt: number }>();
    const partAt = (index: number) => ({ uploadId: id, index, size: bytesOf(index).size });

    /** Requests the presigned URL of the next part while the parts before it are sent. */
    const askAhead = () => {
      const [next] = waiting;
      if (next !== undefined && !presignedAhead.has(next)) {
        const presigned = api.presign(partAt(next), signal);
        // The part that uses it reports the failure.
        presigned.catch(() => undefined);
        presignedAhead.set(next, { presigned, askedAt: Date.now() });
      }
    };
    /** A new presigned URL for each attempt: the last one may have expired, or been rejected. */
    const presignedPart = (index: number, limited: AbortSignal): Promise<Presigned> => {
      const ahead = presignedAhead.get(index);
      presignedAhead.delete(index);
      return ahead && Date.now() - ahead.askedAt < PRESIGNED_AGE_MS
        ? ahead.presigned
        : api.presign(partAt(index), limited);
    };

    const report = () => {
      const bytes = [...[...arrived].map((index) => bytesOf(index).size), ...progress.values()];
      onProgress(bytes.reduce((sum, part) => sum + part, 0) / file.size);
    };
    const sendPart = async (index: number) => {
      waiting.shift();
      const bytes = bytesOf(index);
      const onPartProgress = (sent: number) => {
        progress.set(index, Math.min(sent, bytes.size));
        report();
      };
      const attempt = () =>
        withTimeLimit(PART_TIMEOUT_MS, signal, async (limited) => {
          try {
            const presigned = await presignedPart(index, limited);
            askAhead();
            await api.put(presigned, bytes, { signal: limited, onProgress: onPartProgress });
            arrived.add(index);
          } finally {
            progress.delete(index);
            report();
          }
        });
      await retry(attempt, signal, () => failures.length > 0);
    };

    report();
    await pMap(
      missing,
      async (index) => {
        if (failures.length === 0) {
          await sendPart(index).catch((failure: unknown) => failures.push(failure));
        }
      },
      { concurrency: MAX_PARALLEL_PARTS },
    );
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  return { run, cancel };
}

/** Another attempt would fail in the same way. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && [400, 404, 413, 415, 422].includes(failure.status);
}

function isCode(failure: unknown, code: string): failure is ApiError {
  return failure instanceof ApiError && failure.code === code;
}
