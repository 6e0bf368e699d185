import { authorizationHeader } from '#api/authorization.ts';
import { sendWithProgress } from '#api/sendWithProgress.ts';
import type { TransferOptions, UploadedFile } from './transfer.ts';

/** How long a file may stand still on its way before that is a failure (spec §9). A slow one that goes on is none. */
const STALL_TIMEOUT_MS = 50_000;

/** Sends a file as the one field of a form. */
export async function sendFile(
  path: '/file/document' | '/file/image',
  field: string,
  file: File,
  { signal, onProgress }: TransferOptions,
): Promise<UploadedFile> {
  const body = new FormData();
  body.append(field, file);
  const answer = await sendWithProgress({
    signal,
    onProgress: (sent, total) => {
      onProgress(sent / total);
    },
    method: 'POST',
    url: `/api${path}`,
    headers: authorizationHeader(),
    body,
    stallTimeoutMs: STALL_TIMEOUT_MS,
  });
  return (answer as { data: UploadedFile }).data;
}
