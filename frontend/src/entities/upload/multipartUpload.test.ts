import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import type { ServerUpload } from './api.ts';
import {
  PART_BYTES,
  multipartUpload,
  type UploadPart,
  type MultipartApi,
} from './multipartUpload.ts';

const MIB = 1024 * 1024;
const STORED = { _id: 'video-1', url: 'https://files.example/video-1' };

/** The presigned URL of a part, with the number of earlier requests for it. */
interface Presigned extends UploadPart {
  serial: number;
}

/** 17 MiB: three whole parts and one of 2 MiB. */
const file = new Blob([new Uint8Array(17 * MIB)]);

const refused = (status: number, code?: string, missing?: number[]) =>
  new ApiError({ status, ...(code && { code }), ...(missing && { missing }) });

/** What the server has, with the size of each part. */
const found = (
  sizes: (number | undefined)[],
  state: ServerUpload['state'] = 'open',
): ServerUpload => ({
  state,
  chunkSize: 5_242_880,
  chunks: sizes.flatMap((size, chunkIndex) => (size === undefined ? [] : [{ chunkIndex, size }])),
  expiresAt: '2026-11-24T00:00:00Z',
  expiresIn: 3600,
});

type Mocks = { [Name in keyof MultipartApi<Presigned>]: Mock<MultipartApi<Presigned>[Name]> };

/** A server that accepts everything, except where a test overrides it. */
function server(overrides: Partial<Mocks> = {}) {
  let serial = 0;
  let starts = 0;
  const api: Mocks = {
    start: vi.fn(() => Promise.resolve(`upload-${++starts}`)),
    presign: vi.fn((part: UploadPart) => Promise.resolve({ ...part, serial: ++serial })),
    put: vi.fn<MultipartApi<Presigned>['put']>((_presigned, bytes, { onProgress }) => {
      onProgress(bytes.size, bytes.size);
      return Promise.resolve();
    }),
    finalize: vi.fn<MultipartApi<Presigned>['finalize']>(() => Promise.resolve(STORED)),
    find: vi.fn<MultipartApi<Presigned>['find']>(() => Promise.resolve(found([]))),
    cancel: vi.fn(() => Promise.resolve()),
    ...overrides,
  };
  const putIndexes = () => api.put.mock.calls.map(([{ index }]) => index);
  return { api, putIndexes };
}

const put = vi.fn<MultipartApi<Presigned>['put']>();

/** Waits until it is aborted, as a request does. */
const hang: MultipartApi<Presigned>['put'] = (_presigned, _bytes, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

function options(controller = new AbortController()) {
  const progress: number[] = [];
  return {
    controller,
    progress,
    run: { signal: controller.signal, onProgress: (share: number) => progress.push(share) },
  };
}

/** The outcome of a run, without an unhandled rejection. */
function settled<Result>(run: Promise<Result>) {
  return run.then(
    (value) => ({ value, failure: undefined }),
    (failure: unknown) => ({ value: undefined, failure }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  put.mockReset().mockResolvedValue(undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a multipart upload', () => {
  it('sends every byte once, in parts of 5 MiB, and finalizes', async () => {
    const { api, putIndexes } = server();
    const { run, progress } = options();
    await expect(multipartUpload(file, api).run(run)).resolves.toEqual(STORED);
    expect(putIndexes().sort()).toEqual([0, 1, 2, 3]);
    expect(api.put.mock.calls.map(([, bytes]) => bytes.size).sort()).toEqual(
      [PART_BYTES, PART_BYTES, PART_BYTES, 2 * MIB].sort(),
    );
    expect(api.presign.mock.calls.map(([{ size }]) => size)).toContain(2 * MIB);
    expect(api.finalize.mock.calls[0]?.[0]).toEqual({ uploadId: 'upload-1', totalParts: 4 });
    expect(progress.at(0)).toBe(0);
    expect(progress.at(-1)).toBe(1);
  });

  it('sends at most three parts concurrently', async () => {
    let under = 0;
    let most = 0;
    put.mockImplementation(async () => {
      most = Math.max(most, ++under);
      await vi.advanceTimersByTimeAsync(10);
      under--;
    });
    await multipartUpload(new Blob([new Uint8Array(20 * MIB)]), server({ put }).api).run(
      options().run,
    );
    expect(most).toBe(3);
  });

  it('tries a failing part three times, after waits of one and two seconds, and other parts once', async () => {
    let failures = 2;
    put.mockImplementation(({ index }) =>
      index === 1 && failures-- > 0 ? Promise.reject(ApiError.unreachable()) : Promise.resolve(),
    );
    const { api } = server({ put });
    const done = settled(multipartUpload(file, api).run(options().run));
    await vi.advanceTimersByTimeAsync(999);
    expect(put).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(1);
    expect(put).toHaveBeenCalledTimes(5);
    await vi.advanceTimersByTimeAsync(2000);
    expect(put).toHaveBeenCalledTimes(6);
    expect((await done).value).toEqual(STORED);
  });

  it.each([400, 403])('asks for a new presigned URL after a %i of the storage', async (status) => {
    put.mockRejectedValueOnce(refused(status));
    const { api } = server({ put });
    const done = settled(multipartUpload(new Blob(['x']), api).run(options().run));
    await vi.runAllTimersAsync();
    expect((await done).value).toEqual(STORED);
    expect(put.mock.calls.map(([{ serial }]) => serial)).toEqual([1, 2]);
  });

  it('does not retry what the API has rejected', async () => {
    const { api } = server({
      presign: vi.fn(() => Promise.reject(refused(413, 'video_too_large'))),
    });
    const { failure } = await settled(multipartUpload(new Blob(['x']), api).run(options().run));
    expect(failure).toMatchObject({ code: 'video_too_large' });
    expect(api.presign).toHaveBeenCalledTimes(1);
  });

  it('fails after three attempts, and then sends only the missing parts', async () => {
    put.mockImplementation(({ index }) =>
      index === 1 ? Promise.reject(ApiError.unreachable()) : Promise.resolve(),
    );
    const { api, putIndexes } = server({ put });
    const upload = multipartUpload(file, api);
    const first = settled(upload.run(options().run));
    await vi.runAllTimersAsync();
    expect((await first).failure).toMatchObject({ code: 'service_unavailable' });
    expect(putIndexes().filter((index) => index === 1)).toHaveLength(3);
    expect(api.finalize).not.toHaveBeenCalled();

    put.mockReset().mockResolvedValue(undefined);
    const { run, progress } = options();
    await expect(upload.run(run)).resolves.toEqual(STORED);
    expect(putIndexes()).toEqual([1]);
    expect(progress[0]).toBeCloseTo(12 / 17);
    expect(api.start).toHaveBeenCalledTimes(1);
  });

  it('starts no further part after one has failed', async () => {
    const { api, putIndexes } = server({
      put,
      presign: vi.fn((part: UploadPart) =>
        part.index === 0
          ? Promise.reject(refused(400, 'chunk_index_invalid'))
          : Promise.resolve({ ...part, serial: 1 }),
      ),
    });
    put.mockImplementation(() => vi.advanceTimersByTimeAsync(10).then(() => undefined));
    await settled(multipartUpload(file, api).run(options().run));
    expect(putIndexes()).not.toContain(3);
  });

  it('stops at once when it is aborted, and resumes with the missing parts', async () => {
    put.mockImplementation((presigned, bytes, sending) =>
      presigned.index === 0 ? Promise.resolve() : hang(presigned, bytes, sending),
    );
    const { api, putIndexes } = server({ put });
    const upload = multipartUpload(file, api);
    const { controller, run } = options();
    const first = settled(upload.run(run));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    expect((await first).failure).toMatchObject({ name: 'AbortError' });

    put.mockReset().mockResolvedValue(undefined);
    await expect(upload.run(options().run)).resolves.toEqual(STORED);
    expect(putIndexes().sort()).toEqual([1, 2, 3]);
  });

  it('does not wait for the next attempt when it is aborted', async () => {
    put.mockRejectedValue(ApiError.unreachable());
    const { controller, run } = options();
    const done = settled(multipartUpload(file, server({ put }).api).run(run));
    await vi.advanceTimersByTimeAsync(500);
    controller.abort();
    expect((await done).failure).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails a part after five minutes, and subtracts its progress', async () => {
    put.mockImplementationOnce((presigned, bytes, sending) => {
      sending.onProgress(1, 2);
      return hang(presigned, bytes, sending);
    });
    const { progress, run } = options();
    const done = settled(multipartUpload(new Blob(['xy']), server({ put }).api).run(run));
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(put).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1001);
    expect((await done).value).toEqual(STORED);
    expect(put).toHaveBeenCalledTimes(2);
    expect(progress).toEqual([0, 0.5, 0, 1]);
  });

  it('sends the parts again that finalizing reports as missing', async () => {
    const finalize = vi
      .fn<MultipartApi<Presigned>['finalize']>()
      .mockRejectedValueOnce(refused(409, 'chunk_missing', [2, 3]))
      .mockResolvedValue(STORED);
    const { api, putIndexes } = server({ finalize });
    await expect(multipartUpload(file, api).run(options().run)).resolves.toEqual(STORED);
    expect(putIndexes().slice(4).sort()).toEqual([2, 3]);
  });

  it('stops sending parts that never arrive', async () => {
    const finalize = vi.fn(() => Promise.reject(refused(409, 'chunk_missing', [0])));
    const { api, putIndexes } = server({ finalize });
    const { failure } = await settled(multipartUpload(file, api).run(options().run));
    expect(failure).toMatchObject({ code: 'chunk_missing' });
    expect(putIndexes().filter((index) => index === 0)).toHaveLength(3);
  });

  it('finalizes again when the response was lost, and not when the video is rejected', async () => {
    const lost = vi
      .fn<MultipartApi<Presigned>['finalize']>()
      .mockRejectedValueOnce(ApiError.unreachable())
      .mockResolvedValue(STORED);
    const done = settled(multipartUpload(file, server({ finalize: lost }).api).run(options().run));
    await vi.runAllTimersAsync();
    expect((await done).value).toEqual(STORED);

    const tooLong = refused(422, 'video_longer_than_2_minutes');
    const finalize = vi.fn(() => Promise.reject(tooLong));
    const { failure } = await settled(
      multipartUpload(file, server({ finalize }).api).run(options().run),
    );
    expect(failure).toBe(tooLong);
    expect(finalize).toHaveBeenCalledTimes(1);
  });

  it('starts a new upload when the unfinished one has expired', async () => {
    const { api, putIndexes } = server({ put });
    put.mockImplementation(({ index }) =>
      index === 3 ? Promise.reject(refused(400, 'upload_not_found')) : Promise.resolve(),
    );
    const upload = multipartUpload(file, api);
    await settled(upload.run(options().run));

    put
      .mockReset()
      .mockImplementation(({ uploadId }) =>
        uploadId === 'upload-1'
          ? Promise.reject(refused(400, 'upload_not_found'))
          : Promise.resolve(),
      );
    await expect(upload.run(options().run)).resolves.toEqual(STORED);
    expect(putIndexes()).toEqual([3, 0, 1, 2, 3]);
  });

  it('requests the presigned URL of the next part before a part is through', async () => {
    let arrive: (() => void)[] = [];
    put.mockImplementation(() => new Promise((resolve) => arrive.push(resolve)));
    const { api } = server({ put });
    const done = settled(multipartUpload(file, api).run(options().run));
    await vi.advanceTimersByTimeAsync(0);
    expect(api.presign.mock.calls.map(([{ index }]) => index)).toEqual([0, 1, 2, 3]);
    expect(put).toHaveBeenCalledTimes(3);
    while (arrive.length > 0) {
      const parts = arrive;
      arrive = [];
      parts.forEach((part) => {
        part();
      });
      await vi.advanceTimersByTimeAsync(0);
    }
    expect((await done).value).toEqual(STORED);
    expect(api.presign).toHaveBeenCalledTimes(4);
  });

  it('requests another presigned URL when one is too old', async () => {
    const slow = (index: number) =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, index === 3 ? 0 : 4 * 60_000);
      });
    put.mockImplementation(({ index }) => slow(index));
    const { api } = server({ put });
    const done = settled(multipartUpload(file, api).run(options().run));
    await vi.runAllTimersAsync();
    expect((await done).value).toEqual(STORED);
    expect(api.presign.mock.calls.map(([{ index }]) => index)).toEqual([0, 1, 2, 3, 3]);
  });
});

describe('an unfinished upload', () => {
  const record = { started: vi.fn(), ended: vi.fn() };

  beforeEach(() => {
    record.started.mockClear();
    record.ended.mockClear();
  });

  it('sends only the parts that the server does not have in full', async () => {
    const find = vi.fn(() => Promise.resolve(found([PART_BYTES, 7, PART_BYTES])));
    const { api, putIndexes } = server({ find });
    const { run, progress } = options();
    const upload = multipartUpload(file, api, { unfinishedId: 'unfinished', record });
    await expect(upload.run(run)).resolves.toEqual(STORED);
    expect(putIndexes().sort()).toEqual([1, 3]);
    expect(progress[0]).toBeCloseTo(10 / 17);
    expect(api.start).not.toHaveBeenCalled();
    expect(api.finalize.mock.calls[0]?.[0].uploadId).toBe('unfinished');
    expect(record.started).not.toHaveBeenCalled();
    expect(record.ended).toHaveBeenCalledTimes(1);
  });

  it('is only finalized when it takes no parts', async () => {
    const find = vi.fn(() => Promise.resolve(found([], 'ended')));
    const { api, putIndexes } = server({ find });
    await multipartUpload(file, api, { unfinishedId: 'unfinished' }).run(options().run);
    expect(putIndexes()).toEqual([]);
    expect(api.finalize).toHaveBeenCalledTimes(1);
  });

  it('starts again when the server does not know it any more', async () => {
    const find = vi.fn(() => Promise.reject(refused(404, 'upload_not_found')));
    const { api, putIndexes } = server({ find });
    const upload = multipartUpload(file, api, { unfinishedId: 'unfinished', record });
    await expect(upload.run(options().run)).resolves.toEqual(STORED);
    expect(putIndexes().sort()).toEqual([0, 1, 2, 3]);
    expect(record.started).toHaveBeenCalledWith('upload-1');
  });

  it('is forgotten when the server refuses the video, and not when the connection fails', async () => {
    const unreachable = server({ put: put.mockRejectedValue(ApiError.unreachable()) });
    const done = settled(multipartUpload(file, unreachable.api, { record }).run(options().run));
    await vi.runAllTimersAsync();
    expect((await done).failure).toBeDefined();
    expect(record.started).toHaveBeenCalledWith('upload-1');
    expect(record.ended).not.toHaveBeenCalled();

    const finalize = vi.fn(() => Promise.reject(refused(415, 'video_type_wrong')));
    await settled(multipartUpload(file, server({ finalize }).api, { record }).run(options().run));
    expect(record.ended).toHaveBeenCalledTimes(1);
  });

  it('is cancelled on the server, unless it is a file already', async () => {
    const { api } = server({ put: put.mockImplementation(hang) });
    const upload = multipartUpload(file, api, { record });
    const { controller, run } = options();
    const done = settled(upload.run(run));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    upload.cancel?.();
    await done;
    expect(api.cancel).toHaveBeenCalledExactlyOnceWith('upload-1');
    expect(record.ended).toHaveBeenCalledTimes(1);

    const finished = server();
    const stored = multipartUpload(file, finished.api);
    await stored.run(options().run);
    stored.cancel?.();
    expect(finished.api.cancel).not.toHaveBeenCalled();
  });
});
