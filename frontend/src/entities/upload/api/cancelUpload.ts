import { client, responseOf } from '#api/client.ts';

/** Cancels an upload: the server deletes what has arrived. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await responseOf(client.DELETE('/file/video/{uploadId}', { params: { path: { uploadId } } }));
}
