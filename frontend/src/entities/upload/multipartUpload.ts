import pMap from 'p-map';
import { ApiError } from '#lib/apiError.ts';
import type { SendOptions } from '#api/sendWithProgress.ts';
import { MAX_ATTEMPTS, retry, withTimeLimit } from '#lib/retry.ts';
import type { Transfer, TransferOptions, UploadedFile } from './transfer.ts';

/** The size of all parts but the last (spec §9; also S3's minimum). */
export const PART_BYTES = 5 * 1024 * 1024;

/** How many parts are sent concurrently, and the timeout of each (spec §9). */
const MAX_PARALLEL_PARTS = 3;
const PART_TIMEOUT_MS = 5 * 60_000;

/** The requests of a multipart upload (contract, Chunked video upload). `Address` is the presigned request for one part. */
export interface MultipartApi<Address> {
  start: (signal: AbortSignal) => Promise<string>;
  presign: (part: UploadPart, signal: AbortSignal) => Promise<Address>;
  put: (address: Address, bytes: Blob, options: SendOptions) => Promise<void>;
  finalize: (upload: MultipartFile, signal: AbortSignal) => Promise<UploadedFile>;
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

/**
 * Sends a file in parts. After a failure or a cancellation, another run sends only the missing parts.
 */
export function multipartUpload<Address>(file: Blob, calls: MultipartApi<Address>): Transfer {
  const totalParts = Math.max(1, Math.ceil(file.size / PART_BYTES));
  const arrived = new Set<number>();
  let uploadId: string | undefined;

  const bytesOf = (index: number) =>
    file.slice(index * PART_BYTES, Math.min(file.size, (index + 1) * PART_BYTES));

  async function run(options: TransferOptions): Promise<UploadedFile> {
    const isContinued = uploadId !== undefined;
    try {
      return await sendAndFinalize(options);
    } catch (failure) {
      if (!isContinued || !isCode(failure, 'upload_not_found')) {
        throw failure;
      }
      // The earlier upload has expired.
      uploadId = undefined;
      arrived.clear();
      return sendAndFinalize(options);
    }
  }

  async function sendAndFinalize(options: TransferOptions): Promise<UploadedFile> {
    const { signal } = options;
    const id = (uploadId ??= await retry(() => calls.start(signal), signal));
    for (let round = 1; ; round++) {
      await sendMissing(id, options);
      try {
        return await retry(() => calls.finalize({ uploadId: id, totalParts }, signal), signal);
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

    const report = () => {
      const bytes = [...[...arrived].map((index) => bytesOf(index).size), ...progress.values()];
      onProgress(bytes.reduce((sum, part) => sum + part, 0) / file.size);
    };
    const sendPart = async (index: number) => {
      const bytes = bytesOf(index);
      const part = { uploadId: id, index, size: bytes.size };
      const onPartProgress = (sent: number) => {
        progress.set(index, Math.min(sent, bytes.size));
        report();
      };
      const attempt = () =>
        withTimeLimit(PART_TIMEOUT_MS, signal, async (limited) => {
          try {
            // A new presigned URL for each attempt: the last one may have expired, or been rejected.
            const address = await calls.presign(part, limited);
            await calls.put(address, bytes, { signal: limited, onProgress: onPartProgress });
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

  return { run };
}

function isCode(failure: unknown, code: string): failure is ApiError {
  return failure instanceof ApiError && failure.code === code;
}
