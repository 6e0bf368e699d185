import { removeUnfinishedUpload, storeUnfinishedUpload } from './unfinishedUploads.ts';
import { holdUpload } from './uploadLock.ts';
import { uploadDocument, uploadImage, uploadPaper, type Transfer, videoUploadApi } from './api.ts';
import { multipartUpload, type UploadRecord } from './multipartUpload.ts';
import { decodePhoto, PAPER_SIDE, shrinkPhoto, type Area, readDuration } from './media.ts';

const MIB = 1024 * 1024;

/** Of a CV, and of the PDF of a proof of payment. */
const DOCUMENT_BYTES = 2 * MIB;
const PHOTO_BYTES = 5 * MIB;
const VIDEO_BYTES = 20 * MIB;
/** As the server: encoders complete the last frame, so a video that was cut at two minutes lasts a little longer. */
const VIDEO_SECONDS = 120.1;

/** What a PDF contains within its first bytes, as the server checks it: readers skip a byte order mark and other bytes before it. */
const PDF_SIGNATURE = '%PDF-';
const PDF_START_BYTES = 1024;

/** The first bytes of Matroska and WebM, and the types of boxes that MP4 and QuickTime start with, as the server checks them. */
const EBML_SIGNATURE = [0x1a, 0x45, 0xdf, 0xa3];
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Names of photos that every browser can decode. */
const PHOTO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'gif'];

/** The checks before an upload, and how the file is sent. The server checks more strictly. */
export interface FileKind {
  name: 'cv' | 'photo' | 'video' | 'proof';
  /** The `accept` attribute. It lists extensions too, because not every system knows all media types. */
  accept: string;
  /** Returns the error code of a file (spec §5, Files). */
  check: (file: File) => Promise<string | undefined> | string | undefined;
  transfer: (file: File, continuation?: Continuation) => Transfer;
  /** Whether an interrupted upload can continue. */
  canPause: boolean;
}

/** The form that an unfinished upload is stored for, and the unfinished upload that continues. */
interface Continuation {
  formKey?: string | undefined;
  unfinishedId?: string | undefined;
}

/** The kinds of files, with the limits of spec §9. */
export const fileKinds = {
  cv: {
    name: 'cv',
    accept: '.pdf,.doc,.docx',
    check: async (file) => {
      if (file.size > DOCUMENT_BYTES) {
        return 'cv_file_too_large';
      }
      if (!hasExtension(file, ['pdf', 'doc', 'docx'])) {
        return 'cv_file_type_wrong';
      }
      return hasExtension(file, ['pdf']) && !(await isPdf(file)) ? 'cv_file_type_wrong' : undefined;
    },
    transfer: (file) => ({ run: (options) => uploadDocument(file, options) }),
    canPause: false,
  },
  photo: {
    name: 'photo',
    accept: 'image/*,.heic,.heif,.avif',
    // The server gets a JPEG, so any photo is accepted that this browser can decode, whatever its name.
    check: async (file) => {
      if (file.size > PHOTO_BYTES) {
        return 'image_file_too_large';
      }
      return (await isPhoto(file)) ? undefined : unreadablePhoto(file, 'image_file_type_wrong');
    },
    transfer: (file) => photoTransfer(file),
    canPause: false,
  },
  video: {
    name: 'video',
    accept: 'video/*,.mp4,.m4v,.mov,.qt,.3gp,.webm,.mkv',
    check: async (file) => {
      if (file.size > VIDEO_BYTES) {
        return 'video_too_large';
      }
      if (!(await isVideo(file))) {
        return 'video_type_wrong';
      }
      const seconds = await readDuration(file);
      return seconds !== undefined && seconds > VIDEO_SECONDS
        ? 'video_longer_than_2_minutes'
        : undefined;
    },
    transfer: (file, { formKey, unfinishedId } = {}) =>
      multipartUpload(file, videoUploadApi(file), {
        unfinishedId,
        ...(formKey !== undefined && { record: recordOf(formKey, file, unfinishedId) }),
      }),
    canPause: true,
  },
  proof: {
    name: 'proof',
    accept: 'image/*,.heic,.heif,.avif,.pdf,application/pdf',
    // By the content: files that a phone hands over may have no extension. A photo of any size is made smaller.
    check: async (file) => {
      if (await isPdf(file)) {
        return file.size > DOCUMENT_BYTES ? 'cv_file_too_large' : undefined;
      }
      return (await isPhoto(file)) ? undefined : unreadablePhoto(file, 'proof_file_type_wrong');
    },
    transfer: (file) => ({
      run: async (options) =>
        (await isPdf(file))
          ? uploadDocument(namedPdf(file), options)
          : uploadPaper(await shrinkPhoto(file, { longestSide: PAPER_SIDE }), options),
    }),
    canPause: false,
  },
} satisfies Record<string, FileKind>;

/** Uploads a part of a photo, or all of it. */
export function photoTransfer(file: File, area?: Area): Transfer {
  return { run: async (options) => uploadImage(await shrinkPhoto(file, { area }), options) };
}

/** While an upload is stored, this tab keeps it from other tabs. */
function recordOf(formKey: string, file: File, unfinishedId: string | undefined): UploadRecord {
  const hold = (uploadId: string) => {
    const release = holdUpload(uploadId);
    return () => {
      removeUnfinishedUpload(formKey, uploadId);
      release();
    };
  };
  let end = unfinishedId === undefined ? undefined : hold(unfinishedId);
  return {
    started: (uploadId) => {
      end?.();
      end = hold(uploadId);
      storeUnfinishedUpload(formKey, uploadId, file);
    },
    ended: () => {
      end?.();
    },
  };
}

async function isPhoto(file: File): Promise<boolean> {
  try {
    (await decodePhoto(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** Why a file is refused that the browser cannot decode as a photo. */
function unreadablePhoto(file: File, code: string): string {
  return isNamedPhoto(file) ? 'image_compression_failed' : code;
}

/** The server goes by the name, too. */
function namedPdf(file: File): File {
  const { name, type } = file;
  return hasExtension(file, ['pdf']) ? file : new File([file], `${name}.pdf`, { type });
}

function isNamedPhoto(file: File): boolean {
  return file.type.startsWith('image/') || hasExtension(file, PHOTO_EXTENSIONS);
}

function hasExtension({ name }: File, extensions: string[]): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

/** Checks the start of the content: names and media types differ between systems. */
async function isVideo(file: File): Promise<boolean> {
  try {
    const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
    const boxType = String.fromCharCode(...start.slice(4));
    return (
      EBML_SIGNATURE.every((byte, index) => start[index] === byte) || FIRST_BOXES.includes(boxType)
    );
  } catch {
    return false;
  }
}

/** Checks the content. A file that cannot be read is no PDF. */
async function isPdf(file: File): Promise<boolean> {
  try {
    return (await file.slice(0, PDF_START_BYTES).text()).includes(PDF_SIGNATURE);
  } catch {
    return false;
  }
}
