import { client, dataOf } from '#api/client.ts';
import type { MultipartFile } from '../multipartUpload.ts';
import type { UploadedFile } from '../transfer.ts';

/** Finalizes an upload: its parts become one file (contract, call 15). */
export function finalizeUpload(
  { name, type }: File,
  { uploadId, totalParts }: MultipartFile,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const body = { uploadId, totalChunks: totalParts, originalName: name, mimeType: type };
  return dataOf(client.POST('/file/video/finalize-upload', { body, signal }));
}
