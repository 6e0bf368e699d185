import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { deferred } from '#testing/deferred.ts';
import type { FileKind } from './fileKinds.ts';
import type { TransferOptions, UploadedFile } from './api.ts';
import { Upload } from './upload.ts';

const STORED = { _id: 'file-1', url: 'https://files.example/file-1' };
const file = new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' });

/** Controls the running transfer. */
let run: TransferOptions & { arrive: () => void; fail: (failure: unknown) => void };
const runs = vi.fn<(options: TransferOptions) => Promise<UploadedFile>>();
const transfer = vi.fn(() => ({ run: runs }));
const check = vi.fn<FileKind['check']>();

beforeEach(() => {
  transfer.mockClear();
  check.mockReset().mockResolvedValue(undefined);
  runs.mockReset().mockImplementation(
    (options) =>
      new Promise((resolve, reject) => {
        const arrive = () => {
          resolve(STORED);
        };
        run = { ...options, arrive, fail: reject };
      }),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function chosen(): Promise<Upload> {
  const upload = new Upload({ name: 'cv', accept: '.pdf', canPause: true, check, transfer });
  // A running upload would resume when a later test goes online.
  onTestFinished(() => {
    upload.cancel();
  });
  await upload.choose(file);
  return upload;
}

/** Delays the next check of a file until the returned function ends it. */
function holdCheck(): (code?: string) => void {
  const { promise, resolve } = deferred<string | undefined>();
  check.mockReturnValueOnce(promise);
  return resolve;
}

/** Its result, without an unhandled rejection. */
function outcomeOf(sending: Promise<UploadedFile>) {
  return sending.then(
    (stored) => stored._id,
    (failure: unknown) => failure,
  );
}

function goesOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
}

function goesOnline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a file', () => {
  it('is accepted when it is valid', async () => {
    expect((await chosen()).state()).toEqual({
      phase: 'chosen',
      file,
      share: 0,
      refusal: undefined,
      failure: undefined,
    });
  });

  it('that is rejected leaves the previous file in place', async () => {
    const upload = await chosen();
    check.mockResolvedValue('cv_file_too_large');
    await expect(upload.choose(new File([], 'large.pdf'))).resolves.toBe(false);
    expect(upload.state()).toMatchObject({
      phase: 'chosen',
      file,
      refusal: { code: 'cv_file_too_large' },
      failure: undefined,
    });
  });

  it('that is rejected does not hide the failure of the previous file', async () => {
    const upload = await chosen();
    const outcome = outcomeOf(upload.send());
    run.fail(ApiError.unreachable());
    await outcome;
    check.mockResolvedValueOnce('cv_file_too_large');
    await upload.choose(new File([], 'large.pdf'));
    expect(upload.state()).toMatchObject({
      file,
      refusal: { code: 'cv_file_too_large' },
      failure: { code: 'service_unavailable' },
    });

    const second = outcomeOf(upload.send());
    expect(upload.state()).toMatchObject({ refusal: undefined, failure: undefined });
    run.arrive();
    await second;
  });

  it('that was chosen while another one was checked replaces it', async () => {
    const upload = await chosen();
    const answer = holdCheck();
    const slow = upload.choose(new File([], 'slow.pdf'));
    const quick = new File([], 'quick.pdf');
    await upload.choose(quick);
    answer();
    await expect(slow).resolves.toBe(false);
    expect(upload.state().file?.name).toBe(quick.name);
  });

  it('that was rejected while another one was checked leaves the file before both', async () => {
    const upload = await chosen();
    check.mockResolvedValue('cv_file_type_wrong');
    await Promise.all([
      upload.choose(new File([], 'slow.txt')),
      upload.choose(new File([], 'quick.txt')),
    ]);
    expect(upload.state()).toMatchObject({ phase: 'chosen', file });
  });

  it.each(['before', 'after'])(
    'that was rejected leaves the one whose check ends %s its own',
    async (order) => {
      const upload = await chosen();
      const [first, second] = [holdCheck(), holdCheck()];
      const slow = new File([], 'slow.pdf');
      const choices = [upload.choose(slow), upload.choose(new File([], 'large.pdf'))];
      if (order === 'before') {
        first();
        await settle();
        expect(upload.state()).toMatchObject({ phase: 'checking', file: { name: 'large.pdf' } });
        second('cv_file_too_large');
      } else {
        second('cv_file_too_large');
        await settle();
        expect(upload.state()).toMatchObject({
          phase: 'checking',
          file: slow,
          refusal: { code: 'cv_file_too_large' },
        });
        first();
      }
      await expect(Promise.all(choices)).resolves.toEqual([true, false]);
      expect(upload.state()).toMatchObject({
        phase: 'chosen',
        file: slow,
        refusal: { code: 'cv_file_too_large' },
      });
    },
  );

  it('that is rejected after a later one shows its own reason', async () => {
    const upload = await chosen();
    const [first, second] = [holdCheck(), holdCheck()];
    const choices = [upload.choose(new File([], 'slow.txt')), upload.choose(new File([], 'l.pdf'))];
    second('cv_file_too_large');
    await settle();
    first('cv_file_type_wrong');
    await expect(Promise.all(choices)).resolves.toEqual([false, false]);
    expect(upload.state()).toMatchObject({
      phase: 'chosen',
      file,
      refusal: { code: 'cv_file_type_wrong' },
    });
  });

  it('is not accepted when it is removed while a later one is checked', async () => {
    const upload = await chosen();
    const [first, second] = [holdCheck(), holdCheck()];
    const choices = [upload.choose(new File([], 'a.pdf')), upload.choose(new File([], 'b.pdf'))];
    first();
    await settle();
    upload.remove();
    second();
    await expect(Promise.all(choices)).resolves.toEqual([false, false]);
    expect(upload.state().phase).toBe('empty');
  });

  it('that was rejected is still mentioned while the previous file is sent, until that fails', async () => {
    const upload = await chosen();
    check.mockResolvedValueOnce('cv_file_too_large');
    await upload.choose(new File([], 'large.pdf'));
    const outcome = outcomeOf(upload.send());
    expect(upload.state()).toMatchObject({
      phase: 'sending',
      refusal: { code: 'cv_file_too_large' },
    });
    run.fail(ApiError.unreachable());
    await outcome;
    expect(upload.state()).toMatchObject({
      refusal: undefined,
      failure: { code: 'service_unavailable' },
    });
  });

  it('is sent once, for any number of calls', async () => {
    const upload = await chosen();
    const both = [upload.send(), upload.send()];
    run.onProgress(0.5);
    expect(upload.state()).toMatchObject({ phase: 'sending', share: 0.5 });
    run.arrive();
    await expect(Promise.all(both)).resolves.toEqual([STORED, STORED]);
    expect(upload.state()).toMatchObject({ phase: 'done', share: 0 });
    await expect(upload.send()).resolves.toBe(STORED);
    expect(runs).toHaveBeenCalledTimes(1);
  });

  it('is sent again by the same transfer after a failure, with progress from 0', async () => {
    const upload = await chosen();
    const first = outcomeOf(upload.send());
    run.onProgress(0.9);
    run.fail(ApiError.unreachable());
    await expect(first).resolves.toMatchObject({ code: 'service_unavailable' });
    expect(upload.state()).toMatchObject({ phase: 'chosen', share: 0 });

    const second = outcomeOf(upload.send());
    expect(upload.state().failure).toBeUndefined();
    run.arrive();
    await expect(second).resolves.toBe(STORED._id);
    expect(transfer).toHaveBeenCalledTimes(1);
  });

  it('resumes after a pause, with the promise still pending', async () => {
    const upload = await chosen();
    const outcome = outcomeOf(upload.send());
    upload.pause();
    expect(run.signal.aborted).toBe(true);
    expect(upload.state().phase).toBe('paused');
    run.fail(run.signal.reason);
    await settle();
    upload.resume();
    expect(upload.state().phase).toBe('sending');
    run.arrive();
    await expect(outcome).resolves.toBe(STORED._id);
  });

  it('waits for a connection, and resumes by itself', async () => {
    const upload = await chosen();
    const outcome = outcomeOf(upload.send());
    goesOffline();
    expect(upload.state().phase).toBe('offline');
    expect(run.signal.aborted).toBe(true);
    goesOnline();
    expect(upload.state().phase).toBe('sending');
    run.arrive();
    await expect(outcome).resolves.toBe(STORED._id);
    goesOffline();
    expect(upload.state().phase).toBe('done');
  });

  it('does not fail or start without a connection', async () => {
    const upload = await chosen();
    const outcome = outcomeOf(upload.send());
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    run.fail(ApiError.unreachable());
    await settle();
    expect(upload.state().phase).toBe('offline');
    upload.cancel();
    await expect(outcome).resolves.toMatchObject({ name: 'AbortError' });

    void outcomeOf(upload.send());
    expect(runs).toHaveBeenCalledTimes(1);
    goesOnline();
    expect(runs).toHaveBeenCalledTimes(2);
  });

  it('stays paused when the connection is lost and returns', async () => {
    const upload = await chosen();
    void outcomeOf(upload.send());
    upload.pause();
    goesOffline();
    goesOnline();
    expect(upload.state().phase).toBe('paused');
  });

  it('starts from the beginning after a cancellation', async () => {
    const upload = await chosen();
    const outcome = outcomeOf(upload.send());
    run.onProgress(0.5);
    upload.cancel();
    await expect(outcome).resolves.toMatchObject({ name: 'AbortError' });
    expect(upload.state()).toMatchObject({ phase: 'chosen', share: 0, failure: undefined });
    run.onProgress(0.6);
    expect(upload.state().share).toBe(0);
    void outcomeOf(upload.send());
    expect(transfer).toHaveBeenCalledTimes(2);
  });

  it('is not replaced during its upload', async () => {
    const upload = await chosen();
    void outcomeOf(upload.send());
    await expect(upload.choose(new File([], 'other.pdf'))).resolves.toBe(false);
    expect(upload.state().file?.name).toBe(file.name);
  });

  it('is sent from the beginning when it replaced another file', async () => {
    const upload = await chosen();
    const first = upload.send();
    run.arrive();
    await first;
    await upload.choose(new File(['x'], 'other.pdf'));
    void outcomeOf(upload.send());
    expect(transfer).toHaveBeenCalledTimes(2);
  });
});

describe('an unfinished upload', () => {
  it('continues, and is cancelled on the server when it is removed', async () => {
    const cancel = vi.fn();
    const start = vi.fn<FileKind['transfer']>(() => ({ run: runs, cancel }));
    const upload = new Upload(
      { name: 'video', accept: '.mp4', canPause: true, check, transfer: start },
      'signup',
    );
    upload.continue({ file, uploadId: 'upload-1', expiresAt: Infinity });
    expect(upload.state()).toMatchObject({ phase: 'chosen', file });
    expect(start).toHaveBeenCalledExactlyOnceWith(file, {
      formKey: 'signup',
      unfinishedId: 'upload-1',
    });
    const outcome = outcomeOf(upload.send());
    expect(start).toHaveBeenCalledTimes(1);
    upload.remove();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
  });
});

describe('a file that can no longer be read', () => {
  const gone = (size: number) =>
    Object.assign(new File([new Uint8Array(size)], 'cv.pdf'), {
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
      slice: () => gone(1),
    });
  const unreadable: unknown = expect.objectContaining({ code: 'file_unreadable' });

  it('is rejected when it is chosen', async () => {
    const upload = await chosen();
    expect(await upload.choose(gone(10))).toBe(false);
    expect(upload.state()).toMatchObject({ phase: 'chosen', refusal: unreadable });
  });

  it('says so when it is sent, in place of a failed connection', async () => {
    const upload = await chosen();
    await upload.choose(gone(6 * 1024 * 1024));
    const sending = outcomeOf(upload.send());
    run.fail(ApiError.unreachable());
    await sending;
    expect(upload.state()).toMatchObject({ phase: 'chosen', failure: unreadable });
  });

  it('is sent from memory, when it is small', async () => {
    const upload = await chosen();
    expect(upload.state().file).not.toBe(file);
    expect(await upload.state().file?.text()).toBe('%PDF');
    expect(upload.state().file).toMatchObject({ name: 'cv.pdf', type: 'application/pdf' });
  });
});
