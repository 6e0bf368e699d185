import { ApiError } from '#lib/apiError.ts';
import type { SendOptions } from '#api/sendWithProgress.ts';
import { ATTEMPTS, persist, withTimeLimit } from '#lib/retry.ts';
import type { Transfer, TransferOptions, UploadedFile } from './transfer.ts';

/** All chunks but the last are this large (spec §9; it is also the least that S3 takes). */
export const CHUNK_BYTES = 5 * 1024 * 1024;

/** How many chunks are on their way at once, and how long each may be (spec §9). */
const PARALLEL = 3;
const CHUNK_TIMEOUT_MS = 5 * 60_000;

/** The calls that take a file in chunks (contract, Chunked video upload). `Address` is where one chunk may be sent. */
export interface ChunkCalls<Address> {
  start: (signal: AbortSignal) => Promise<string>;
  address: (chunk: Chunk, signal: AbortSignal) => Promise<Address>;
  put: (address: Address, bytes: Blob, options: SendOptions) => Promise<void>;
  finalize: (upload: ChunkedFile, signal: AbortSignal) => Promise<UploadedFile>;
}

export interface Chunk {
  uploadId: string;
  index: number;
  size: number;
}

export interface ChunkedFile {
  uploadId: string;
  totalChunks: number;
}

/**
 * Sends a file in chunks. What has arrived stays so: after a failure or when it was called off, another run sends the rest.
 */
export function chunkedUpload<Address>(file: Blob, calls: ChunkCalls<Address>): Transfer {
  const totalChunks = Math.max(1, Math.ceil(file.size / CHUNK_BYTES));
  const arrived = new Set<number>();
  let uploadId: string | undefined;

  const bytesOf = (index: number) =>
    file.slice(index * CHUNK_BYTES, Math.min(file.size, (index + 1) * CHUNK_BYTES));

  async function run(options: TransferOptions): Promise<UploadedFile> {
    const isContinued = uploadId !== undefined;
    try {
      return await sendAndFinalize(options);
    } catch (failure) {
      if (!isContinued || !isCode(failure, 'upload_not_found')) {
        throw failure;
      }
      // What was begun before has been cleared away meanwhile.
      uploadId = undefined;
      arrived.clear();
      return sendAndFinalize(options);
    }
  }

  async function sendAndFinalize(options: TransferOptions): Promise<UploadedFile> {
    const { signal } = options;
    const id = (uploadId ??= await persist(() => calls.start(signal), signal));
    for (let round = 1; ; round++) {
      await sendMissing(id, options);
      try {
        return await persist(() => calls.finalize({ uploadId: id, totalChunks }, signal), signal);
      } catch (failure) {
        if (!isCode(failure, 'chunk_missing') || round === ATTEMPTS) {
          throw failure;
        }
        for (const index of failure.missing) {
          arrived.delete(index);
        }
      }
    }
  }

  /** After the failure of one chunk no further one is begun; those on their way may arrive. */
  async function sendMissing(id: string, { signal, onProgress }: TransferOptions): Promise<void> {
    const waiting = Array.from({ length: totalChunks }, (_, index) => index).filter(
      (index) => !arrived.has(index),
    );
    const progress = new Map<number, number>();
    let hasFailed = false;

    const report = () => {
      const bytes = [...[...arrived].map((index) => bytesOf(index).size), ...progress.values()];
      onProgress(bytes.reduce((sum, part) => sum + part, 0) / file.size);
    };
    const sendChunk = async (index: number) => {
      const bytes = bytesOf(index);
      const chunk = { uploadId: id, index, size: bytes.size };
      const onChunkProgress = (sent: number) => {
        progress.set(index, Math.min(sent, bytes.size));
        report();
      };
      const attempt = () =>
        withTimeLimit(CHUNK_TIMEOUT_MS, signal, async (limited) => {
          try {
            // A fresh address each time: the last one may have expired, or been refused.
            const address = await calls.address(chunk, limited);
            await calls.put(address, bytes, { signal: limited, onProgress: onChunkProgress });
            arrived.add(index);
          } finally {
            progress.delete(index);
            report();
          }
        });
      await persist(attempt, signal, () => hasFailed);
    };
    const work = async () => {
      try {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
          await sendChunk(index);
        }
      } catch (failure) {
        hasFailed = true;
        waiting.length = 0;
        throw failure;
      }
    };

    report();
    const outcomes = await Promise.allSettled(Array.from({ length: PARALLEL }, work));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      throw failed.reason;
    }
  }

  return { run };
}

function isCode(failure: unknown, code: string): failure is ApiError {
  return failure instanceof ApiError && failure.code === code;
}
