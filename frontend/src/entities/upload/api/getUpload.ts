import type { components } from '#api/schema.d.ts';
import { client, dataOf } from '#api/client.ts';

/** What the server has of an upload. */
export type ServerUpload = components['schemas']['VideoUpload'];

/** Asks which parts of an upload have arrived. */
export function getUpload(uploadId: string, signal?: AbortSignal): Promise<ServerUpload> {
  return dataOf(
    client.GET('/file/video/{uploadId}', {
      params: { path: { uploadId } },
      ...(signal && { signal }),
    }),
  );
}
