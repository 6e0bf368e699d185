import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { removeUnfinishedUpload, storeUnfinishedUpload } from './unfinishedUploads.ts';
import { unlessHeld } from './uploadLock.ts';
import { stubLocks } from '#testing/locks.ts';
import { fileKinds } from './fileKinds.ts';
import { readDuration } from './media.ts';
import { videoUploadApi } from './api.ts';

vi.mock('./unfinishedUploads.ts');
vi.mock(import('./media.ts'), async (original) => ({
  ...(await original()),
  readDuration: vi.fn<typeof readDuration>(),
}));
vi.mock('./api.ts', { spy: true });

const MIB = 1024 * 1024;

function fileOf(name: string, size = 10, content = ''): File {
  const file = new File([content], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

describe('a CV', () => {
  it.each([
    ['cv.pdf', 2 * MIB, undefined],
    ['CV.DOCX', 10, undefined],
    ['cv.doc', 10, undefined],
    ['cv.pdf', 2 * MIB + 1, 'cv_file_too_large'],
    ['cv.odt', 10, 'cv_file_type_wrong'],
    // As the server: the size first.
    ['cv.odt', 2 * MIB + 1, 'cv_file_too_large'],
    ['pdf', 10, 'cv_file_type_wrong'],
  ])('%s of %i bytes: %s', async (name, size, code) => {
    await expect(fileKinds.cv.check(fileOf(name, size, '%PDF-1.4'))).resolves.toBe(code);
  });

  it.each(['\u{FEFF}%PDF-1.4', '\r\n%PDF-1.4', `${' '.repeat(1019)}%PDF-`])(
    'is a PDF when it begins with %j',
    async (content) => {
      await expect(fileKinds.cv.check(fileOf('cv.PDF', 10, content))).resolves.toBeUndefined();
    },
  );

  it.each(['', '%PDF', `${' '.repeat(1020)}%PDF-1.4`, 'PK\u0003\u0004'])(
    'is refused as a PDF when it begins with %j',
    async (content) => {
      const code = await fileKinds.cv.check(fileOf('cv.PDF', 10, content));
      expect(code).toBe('cv_file_type_wrong');
    },
  );

  it('is refused as a PDF when it cannot be read', async () => {
    const file = fileOf('cv.pdf');
    vi.spyOn(file, 'slice').mockReturnValue({ text: () => Promise.reject(new Error()) } as Blob);
    await expect(fileKinds.cv.check(file)).resolves.toBe('cv_file_type_wrong');
  });
});

describe('a proof of payment', () => {
  const decode = vi.fn<() => Promise<Pick<ImageBitmap, 'close'>>>();

  beforeEach(() => {
    decode.mockReset().mockRejectedValue(new Error());
    vi.stubGlobal('createImageBitmap', decode);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['document:17', 2 * MIB, '%PDF-1.4', undefined],
    ['slip.pdf', 2 * MIB + 1, '%PDF-1.4', 'cv_file_too_large'],
    ['slip.pdf', 10, 'text', 'proof_file_type_wrong'],
    ['slip.jpg', 10, '', 'image_compression_failed'],
    ['slip.docx', 10, '', 'proof_file_type_wrong'],
  ])('%s of %i bytes, %j, which is no picture: %s', async (name, size, content, code) => {
    await expect(fileKinds.proof.check(fileOf(name, size, content))).resolves.toBe(code);
  });

  it('is a picture of any size', async () => {
    decode.mockResolvedValue({ close: () => undefined });
    await expect(fileKinds.proof.check(fileOf('slip', 30 * MIB))).resolves.toBeUndefined();
  });
});

describe('a photo', () => {
  const decode = vi.fn<() => Promise<Pick<ImageBitmap, 'close'>>>();

  beforeEach(() => {
    decode.mockReset().mockResolvedValue({ close: () => undefined });
    vi.stubGlobal('createImageBitmap', decode);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['me.JPG', 5 * MIB, undefined],
    ['me.avif', 10, undefined],
    ['me', 10, undefined],
    ['me.png', 5 * MIB + 1, 'image_file_too_large'],
  ])('%s of %i bytes that the browser decodes: %s', async (name, size, code) => {
    await expect(fileKinds.photo.check(fileOf(name, size))).resolves.toBe(code);
  });

  it.each([
    ['me.jpg', '', 'image_compression_failed'],
    ['me.JPEG', '', 'image_compression_failed'],
    ['me.png', '', 'image_compression_failed'],
    ['me.webp', '', 'image_compression_failed'],
    ['me.gif', '', 'image_compression_failed'],
    ['me.heic', 'image/heic', 'image_compression_failed'],
    ['me', 'text/image/', 'image_file_type_wrong'],
    ['cv.pdf', 'application/pdf', 'image_file_type_wrong'],
    ['me', '', 'image_file_type_wrong'],
  ])('%s of type %j that the browser cannot decode: %s', async (name, type, code) => {
    decode.mockRejectedValue(new Error());
    await expect(fileKinds.photo.check(new File(['?'], name, { type }))).resolves.toBe(code);
  });
});

describe('a video', () => {
  const MP4 = '\0\0\0\u0018ftypisom';

  it.each([
    ['me.mp4', 20 * MIB, 120, undefined],
    ['me.mov', 10, undefined, undefined],
    ['me', 10, 10, undefined],
    // As the server: encoders complete the last frame.
    ['me.mp4', 10, 120.1, undefined],
    ['me.mp4', 10, 120.2, 'video_longer_than_2_minutes'],
    ['me.mp4', 20 * MIB + 1, 10, 'video_too_large'],
  ])('%s of %i bytes and %s seconds: %s', async (name, size, seconds, code) => {
    vi.mocked(readDuration).mockResolvedValue(seconds);
    await expect(fileKinds.video.check(fileOf(name, size, MP4))).resolves.toBe(code);
  });

  it.each(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])(
    'may begin with a box of the type %s',
    async (type) => {
      vi.mocked(readDuration).mockResolvedValue(1);
      const file = fileOf('me.mp4', 10, `\0\0\0\u0008${type}isom`);
      await expect(fileKinds.video.check(file)).resolves.toBeUndefined();
    },
  );

  it('may be Matroska', async () => {
    vi.mocked(readDuration).mockResolvedValue(1);
    const file = new File([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4])], 'me');
    await expect(fileKinds.video.check(file)).resolves.toBeUndefined();
  });

  it('is refused when it cannot be read', async () => {
    const file = fileOf('me.mp4', 10, MP4);
    const arrayBuffer = () => Promise.reject(new Error());
    vi.spyOn(file, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer }));
    await expect(fileKinds.video.check(file)).resolves.toBe('video_type_wrong');
  });

  it.each(['', '\u001aE', 'RIFF1234AVI ', 'MZ This is a program.'])(
    'is refused when it begins with %j, whatever its name',
    async (content) => {
      await expect(fileKinds.video.check(fileOf('me.mp4', 10, content))).resolves.toBe(
        'video_type_wrong',
      );
    },
  );
});

describe('the transfer of a video', () => {
  const file = fileOf('me.mp4');
  /** What another tab can do with the upload. */
  const unheld = (uploadId: string) => unlessHeld(uploadId, () => true);

  beforeEach(() => {
    stubLocks();
    vi.mocked(removeUnfinishedUpload).mockReset();
    vi.mocked(videoUploadApi).mockReturnValue({
      start: () => Promise.resolve('upload-2'),
      presign: () => new Promise(() => undefined),
      put: () => Promise.resolve(),
      finalize: () => Promise.reject(new Error('unexpected')),
      find: () => Promise.reject(new ApiError({ code: 'upload_not_found', status: 404 })),
      cancel: () => Promise.resolve(),
    });
  });

  it('keeps an upload that continues from other tabs, until it is cancelled', async () => {
    const transfer = fileKinds.video.transfer(file, {
      formKey: 'signup',
      unfinishedId: 'upload-1',
    });
    expect(await unheld('upload-1')).toBeUndefined();
    transfer.cancel?.();
    expect(removeUnfinishedUpload).toHaveBeenCalledExactlyOnceWith('signup', 'upload-1');
    await vi.waitFor(async () => {
      expect(await unheld('upload-1')).toBe(true);
    });
  });

  it('keeps the upload that replaces an expired one from other tabs', async () => {
    const transfer = fileKinds.video.transfer(file, {
      formKey: 'signup',
      unfinishedId: 'upload-1',
    });
    void transfer.run({ signal: new AbortController().signal, onProgress: () => undefined });
    await vi.waitFor(() => {
      expect(storeUnfinishedUpload).toHaveBeenCalledWith('signup', 'upload-2', file);
    });
    expect(await unheld('upload-2')).toBeUndefined();
    await vi.waitFor(async () => {
      expect(await unheld('upload-1')).toBe(true);
    });
  });

  it('does not remove the upload of another tab when it is cancelled before it starts', () => {
    fileKinds.video.transfer(file, { formKey: 'signup' }).cancel?.();
    expect(removeUnfinishedUpload).not.toHaveBeenCalled();
  });
});
