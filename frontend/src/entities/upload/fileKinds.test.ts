import { describe, expect, it, vi } from 'vitest';
import { fileKinds } from './fileKinds.ts';
import { readDuration } from './videoDuration.ts';

vi.mock('./videoDuration.ts', () => ({ readDuration: vi.fn() }));

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
    ['pdf', 10, 'cv_file_type_wrong'],
  ])('%s of %i bytes: %s', async (name, size, code) => {
    await expect(fileKinds.cv.check(fileOf(name, size, '%PDF-1.4'))).resolves.toBe(code);
  });

  it.each(['', '%PDF', '<html>%PDF-1.4', 'PK\u0003\u0004'])(
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

describe('a photo', () => {
  it.each([
    ['me.JPG', 5 * MIB, undefined],
    ['me.webp', 10, undefined],
    ['me.png', 5 * MIB + 1, 'image_file_too_large'],
    ['me.svg', 10, 'image_file_type_wrong'],
  ])('%s of %i bytes: %s', (name, size, code) => {
    expect(fileKinds.photo.check(fileOf(name, size))).toBe(code);
  });
});

describe('a video', () => {
  it.each([
    ['me.mp4', 20 * MIB, 120, undefined],
    ['me.mov', 10, undefined, undefined],
    ['me.m4v', 10, 10, undefined],
    ['me.mp4', 20 * MIB + 1, 10, 'video_too_large'],
    ['me.webm', 10, 120.1, 'video_longer_than_2_minutes'],
    ['me.avi', 10, 10, 'video_type_wrong'],
  ])('%s of %i bytes and %s seconds: %s', async (name, size, seconds, code) => {
    vi.mocked(readDuration).mockResolvedValue(seconds);
    await expect(fileKinds.video.check(fileOf(name, size))).resolves.toBe(code);
  });
});
