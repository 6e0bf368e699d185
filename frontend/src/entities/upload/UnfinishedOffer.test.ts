import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { readUnfinishedUpload, removeUnfinishedUpload } from './unfinishedUploads.ts';
import { holdUpload } from './uploadLock.ts';
import { stubLocks } from '#testing/locks.ts';
import { cancelUpload, getUpload, type ServerUpload } from './api.ts';
import { cancelUnfinishedUpload, findContinuableUpload } from './UnfinishedOffer.tsx';

vi.mock('./unfinishedUploads.ts');
vi.mock('./api.ts');

const stored = { uploadId: 'upload-1', file: new File(['x'.repeat(10)], 'me.mp4'), expiresAt: 1 };

const onServer = (sizes: number[], state: ServerUpload['state'] = 'open'): ServerUpload => ({
  state,
  chunkSize: 5_242_880,
  chunks: sizes.map((size, chunkIndex) => ({ chunkIndex, size })),
  expiresAt: '2026-11-24T00:00:00Z',
  expiresIn: 3600,
});

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(readUnfinishedUpload).mockResolvedValue(stored);
});

describe('the unfinished upload of a form', () => {
  it.each([
    ['nothing has arrived', onServer([]), 0],
    ['a part has arrived', onServer([5]), 0.5],
    ['more has arrived than the file has', onServer([5, 5, 5]), 1],
    ['the upload has ended', onServer([], 'ended'), 1],
  ])('continues with its share when %s', async (_case, answer, share) => {
    vi.mocked(getUpload).mockResolvedValue(answer);
    await expect(findContinuableUpload('signup')).resolves.toEqual({ ...stored, share });
    expect(readUnfinishedUpload).toHaveBeenCalledWith('signup');
    expect(getUpload).toHaveBeenCalledWith('upload-1');
  });

  it('is none when none is stored', async () => {
    vi.mocked(readUnfinishedUpload).mockResolvedValue(undefined);
    await expect(findContinuableUpload('signup')).resolves.toBeUndefined();
    expect(getUpload).not.toHaveBeenCalled();
  });

  it('is removed when the server does not know it any more', async () => {
    vi.mocked(getUpload).mockRejectedValue(new ApiError({ code: 'upload_not_found', status: 404 }));
    await expect(findContinuableUpload('signup')).resolves.toBeUndefined();
    expect(removeUnfinishedUpload).toHaveBeenCalledExactlyOnceWith('signup', 'upload-1');
  });

  it.each([ApiError.timedOut(), new TypeError('broken')])(
    'is kept, without a share, when the server cannot be asked: %s',
    async (failure) => {
      vi.mocked(getUpload).mockRejectedValue(failure);
      await expect(findContinuableUpload('signup')).resolves.toEqual({
        ...stored,
        share: undefined,
      });
      expect(removeUnfinishedUpload).not.toHaveBeenCalled();
    },
  );

  it('is cancelled here and on the server, whether or not that succeeds', async () => {
    vi.mocked(cancelUpload).mockRejectedValue(ApiError.unreachable());
    await cancelUnfinishedUpload('signup', stored);
    expect(removeUnfinishedUpload).toHaveBeenCalledExactlyOnceWith('signup', 'upload-1');
    expect(cancelUpload).toHaveBeenCalledExactlyOnceWith('upload-1');
  });

  it('is not cancelled once another tab has continued it', async () => {
    stubLocks();
    vi.mocked(cancelUpload).mockResolvedValue();
    const release = holdUpload('upload-1');
    await cancelUnfinishedUpload('signup', stored);
    expect(removeUnfinishedUpload).not.toHaveBeenCalled();
    expect(cancelUpload).not.toHaveBeenCalled();
    release();
    await vi.waitFor(async () => {
      await cancelUnfinishedUpload('signup', stored);
      expect(cancelUpload).toHaveBeenCalledExactlyOnceWith('upload-1');
    });
  });
});
