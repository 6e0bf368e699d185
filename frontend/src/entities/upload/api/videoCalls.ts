import { answerOf, client } from '#api/client.ts';
import { sendWithProgress } from '#api/sendWithProgress.ts';
import type { Chunk, ChunkCalls } from '../multipartUpload.ts';

/** Where the bytes of one chunk may be sent, for a while. */
interface ChunkAddress {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** How a video gets to the server: the calls are ours, the bytes go straight to the object storage (contract, calls 13 to 15). */
export function videoCalls(file: File): ChunkCalls<ChunkAddress> {
  return {
    start: async (signal) => {
      const { uploadId } = await answerOf(client.POST('/file/video/start-upload', { signal }));
      return uploadId;
    },
    address: (chunk, signal) => addressOf(chunk, signal),
    put: async ({ method, url, headers }, body, options) => {
      await sendWithProgress({ ...options, method, url, headers, body });
    },
    finalize: ({ uploadId, totalChunks }, signal) =>
      answerOf(
        client.POST('/file/video/finalize-upload', {
          body: { uploadId, totalChunks, originalName: file.name, mimeType: file.type },
          signal,
        }),
      ),
  };
}

async function addressOf(
  { uploadId, index, size }: Chunk,
  signal: AbortSignal,
): Promise<ChunkAddress> {
  const {
    url = '',
    method = 'PUT',
    headers = {},
  } = await answerOf(
    client.POST('/file/video/upload-chunk', {
      body: { uploadId, chunkIndex: index, chunkSize: size },
      bodySerializer: formOf,
      signal,
    }),
  );
  return { url, method, headers };
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, String(value));
  }
  return form;
}
