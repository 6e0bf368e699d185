import { sendWithProgress } from '#api/sendWithProgress.ts';
import { cancelUpload } from './api/cancelUpload.ts';
import { finalizeUpload } from './api/finalizeUpload.ts';
import { getUpload } from './api/getUpload.ts';
import { presignPart, type PresignedPart } from './api/presignPart.ts';
import { startUpload } from './api/startUpload.ts';
import type { MultipartApi } from './multipartUpload.ts';

/** The requests that upload a video. Its bytes go straight to the object storage (contract, calls 13 to 15). */
export function videoUploadApi(file: File): MultipartApi<PresignedPart> {
  return {
    start: startUpload,
    presign: presignPart,
    put: async ({ method, url, headers }, body, options) => {
      await sendWithProgress({ ...options, method, url, headers, body });
    },
    finalize: (upload, signal) => finalizeUpload(file, upload, signal),
    find: getUpload,
    cancel: cancelUpload,
  };
}
