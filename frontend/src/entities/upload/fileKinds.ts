import { uploadDocument } from './api/uploadDocument.ts';
import { uploadImage } from './api/uploadImage.ts';
import { multipartUpload } from './multipartUpload.ts';
import { shrinkPhoto, type Area } from './shrinkPhoto.ts';
import type { Transfer } from './transfer.ts';
import { readDuration } from './videoDuration.ts';
import { videoUploadApi } from './videoUploadApi.ts';

const MIB = 1024 * 1024;

const CV_BYTES = 2 * MIB;
const PHOTO_BYTES = 5 * MIB;
const VIDEO_BYTES = 20 * MIB;
const VIDEO_SECONDS = 120;

/** The first bytes of a PDF, which the server checks too. */
const PDF_SIGNATURE = '%PDF-';

/** The checks before an upload, and the way of the upload. The server checks more strictly. */
export interface FileKind {
  name: 'cv' | 'photo' | 'video';
  /** The `accept` attribute. It lists extensions, because not every system knows all media types. */
  accept: string;
  /** Returns the error code of a file (spec §5, Files). */
  check: (file: File) => Promise<string | undefined> | string | undefined;
  transfer: (file: File) => Transfer;
  /** Whether an interrupted upload can continue. */
  canPause: boolean;
}

/** The kinds of files, with the limits of spec §9. */
export const fileKinds = {
  cv: {
    name: 'cv',
    accept: '.pdf,.doc,.docx',
    check: async (file) => {
      if (!hasExtension(file, ['pdf', 'doc', 'docx'])) {
        return 'cv_file_type_wrong';
      }
      if (file.size > CV_BYTES) {
        return 'cv_file_too_large';
      }
      return hasExtension(file, ['pdf']) && !(await isPdf(file)) ? 'cv_file_type_wrong' : undefined;
    },
    transfer: (file) => ({ run: (options) => uploadDocument(file, options) }),
    canPause: false,
  },
  photo: {
    name: 'photo',
    accept: '.jpg,.jpeg,.png,.webp,.gif',
    check: (file) => {
      if (!hasExtension(file, ['jpg', 'jpeg', 'png', 'webp', 'gif'])) {
        return 'image_file_type_wrong';
      }
      return file.size > PHOTO_BYTES ? 'image_file_too_large' : undefined;
    },
    transfer: (file, area?: Area) => ({
      run: async (options) => uploadImage(await shrinkPhoto(file, area), options),
    }),
    canPause: false,
  },
  video: {
    name: 'video',
    accept: '.mp4,.m4v,.mov,.webm,.mkv',
    check: async (file) => {
      if (!hasExtension(file, ['mp4', 'm4v', 'mov', 'webm', 'mkv'])) {
        return 'video_type_wrong';
      }
      if (file.size > VIDEO_BYTES) {
        return 'video_too_large';
      }
      const seconds = await readDuration(file);
      return seconds !== undefined && seconds > VIDEO_SECONDS
        ? 'video_longer_than_2_minutes'
        : undefined;
    },
    transfer: (file) => multipartUpload(file, videoUploadApi(file)),
    canPause: true,
  },
} satisfies Record<string, FileKind>;

function hasExtension({ name }: File, extensions: string[]): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

/** Checks the content. A file that cannot be read is no PDF. */
async function isPdf(file: File): Promise<boolean> {
  try {
    return (await file.slice(0, PDF_SIGNATURE.length).text()) === PDF_SIGNATURE;
  } catch {
    return false;
  }
}
