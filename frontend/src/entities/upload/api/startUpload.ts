import { client, dataOf } from '#api/client.ts';
import { ApiError } from '#lib/apiError.ts';

/** Starts the upload of a video; returns its id (contract, call 13). A response without an id is an error (spec §7). */
export async function startUpload(signal: AbortSignal): Promise<string> {
  const data: { uploadId?: string } = await dataOf(
    client.POST('/file/video/start-upload', { signal }),
  );
  if (!data.uploadId) {
    throw new ApiError({ code: 'upload_id_missing', status: 0 });
  }
  return data.uploadId;
}
