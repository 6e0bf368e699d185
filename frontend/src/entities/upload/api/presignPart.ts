import { client, dataOf } from '#api/client.ts';
import type { UploadPart } from '../multipartUpload.ts';

/** A request to the object storage that stores one part. It expires. */
export interface PresignedPart {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** Asks for a presigned URL for one part of an upload (contract, call 14). */
export async function presignPart(
  { uploadId, index, size }: UploadPart,
  signal: AbortSignal,
): Promise<PresignedPart> {
  const call = client.POST('/file/video/upload-chunk', {
    body: { uploadId, chunkIndex: index, chunkSize: size },
    bodySerializer: toFormData,
    signal,
  });
  const { url = '', method = 'PUT', headers = {} } = await dataOf(call);
  return { url, method, headers };
}

function toFormData(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, String(value));
  }
  return form;
}
