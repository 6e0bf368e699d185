import { authorizationHeader } from '#api/authorization.ts';
import { client, dataOf, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import { sendWithProgress } from '#api/sendWithProgress.ts';
import { ApiError } from '#lib/apiError.ts';
import type { MultipartApi, UploadPart, MultipartFile } from './multipartUpload.ts';

/** The stored file, as the server returns it. */
export type UploadedFile = components['schemas']['StoredFile'];

export interface TransferOptions {
  signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

export interface Transfer {
  /** Uploads what is missing. It may be called again after a failure or a cancellation. */
  run: (options: TransferOptions) => Promise<UploadedFile>;
  /** Deletes what has arrived, and what is stored for a later page. The transfer cannot run again. */
  cancel?: () => void;
}

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

/** A request to the object storage that stores one part. It expires. */
export interface PresignedPart {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** Asks for a presigned URL for one part of an upload (contract, call 14). */
async function presignPart(
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

/** Finalizes an upload: its parts become one file (contract, call 15). */
function finalizeUpload(
  { name, type }: File,
  { uploadId, totalParts }: MultipartFile,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const body = { uploadId, totalChunks: totalParts, originalName: name, mimeType: type };
  return dataOf(client.POST('/file/video/finalize-upload', { body, signal }));
}

/** Cancels an upload: the server deletes what has arrived. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await responseOf(client.DELETE('/file/video/{uploadId}', { params: { path: { uploadId } } }));
}

/** Uploads a CV, which a profile can claim (contract, call 11). */
export function uploadDocument(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/document', 'document', file, options);
}

/** Uploads a photo, which a profile can claim (contract, call 12). */
export function uploadImage(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/image', 'image', file, options);
}

/** Uploads the photo of a paper, which a place can claim as a proof of payment. */
export function uploadPaper(file: File, options: TransferOptions): Promise<UploadedFile> {
  return sendFile('/file/image', 'paper', file, options);
}

/** How long an upload may make no progress before it fails (spec §9). */
const STALL_TIMEOUT_MS = 50_000;

/** Uploads a file as the only field of a form. */
async function sendFile(
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
