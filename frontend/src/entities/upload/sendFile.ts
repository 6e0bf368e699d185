import { authorizationHeader } from '#api/authorization.ts';
import { sendWithProgress } from '#api/sendWithProgress.ts';
import type { TransferOptions, UploadedFile } from './transfer.ts';

/** How long an upload may make no progress before it fails (spec §9). */
const STALL_TIMEOUT_MS = 50_000;

/** Uploads a file as the only field of a form. */
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
