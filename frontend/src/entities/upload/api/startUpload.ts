import { client, dataOf } from '#api/client.ts';

/** Starts the upload of a video; returns its id (contract, call 13). */
export async function startUpload(signal: AbortSignal): Promise<string> {
  return (await dataOf(client.POST('/file/video/start-upload', { signal }))).uploadId;
}
