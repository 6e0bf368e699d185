import i18next from 'i18next';
import { ApiError } from '#lib/apiError.ts';

/** The largest CV and the largest photo. */
const IN_MEMORY_BYTES = 5 * 1024 * 1024;

/**
 * A copy of a chosen file in memory, if it is small. A program may change the file later, and a cloud drive may remove it: then nothing of it
 * can be read any more. Throws when that has happened already.
 */
export async function copyOf(file: File): Promise<File> {
  if (file.size > IN_MEMORY_BYTES) {
    return file;
  }
  const { name, type, lastModified } = file;
  try {
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    throw unreadable();
  }
}

/** Why a file could not be sent. A browser reports a file that cannot be read as a failed connection. */
export async function sendFailure(file: File, failure: unknown): Promise<unknown> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return failure;
  } catch {
    return unreadable();
  }
}

function unreadable(): ApiError {
  return new ApiError({
    code: 'file_unreadable',
    message: i18next.t('upload:unreadable'),
    status: 400,
  });
}
