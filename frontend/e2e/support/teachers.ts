import { readFile } from 'node:fs/promises';
import type { components } from '../../src/api/schema';
import { CV, videoFile } from './files.ts';
import { readStack } from './stack.ts';
import { createSignedInUser, type SignedInUser } from './users.ts';

type StoredFile = components['schemas']['StoredFile'];

/** The presigned request that uploads one part. */
interface PresignedPart {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** The duration of a teacher's video. */
export const VIDEO_SECONDS = 8;

/** Creates a signed-in teacher with a CV and a video. */
export async function createSignedInTeacher(
  overrides: Parameters<typeof createSignedInUser>[0] = {},
): Promise<SignedInUser> {
  const [cv, video] = await Promise.all([uploadCv(), uploadVideo()]);
  return createSignedInUser({
    ...overrides,
    type: 'teacher',
    teacher: { courses: ['project-management'], curriculum: cv._id, video: video._id },
  });
}

async function uploadCv(): Promise<StoredFile> {
  return send('document', formOf({ document: new File([CV.buffer], CV.name) }));
}

/** Starts the upload of a video, and returns its id. */
export async function startUpload(): Promise<string> {
  return (await send<{ uploadId: string }>('video/start-upload')).uploadId;
}

/** Requests the presigned URL for a part of `size` bytes. */
export async function presignPart(
  uploadId: string,
  index: number,
  size: number,
): Promise<PresignedPart> {
  const chunk = { uploadId, chunkIndex: `${index}`, chunkSize: `${size}` };
  return send('video/upload-chunk', formOf(chunk));
}

async function uploadVideo(): Promise<StoredFile> {
  const bytes = await readFile(await videoFile({ seconds: VIDEO_SECONDS }));
  const uploadId = await startUpload();
  const { url, method, headers } = await presignPart(uploadId, 0, bytes.length);
  const response = await fetch(url, { method, headers, body: bytes });
  if (!response.ok) {
    throw new Error(`Uploading a part returned ${response.status}.`);
  }
  return send('video/finalize-upload', {
    uploadId,
    originalName: 'video.mp4',
    mimeType: 'video/mp4',
    totalChunks: 1,
  });
}

/** Sends a request to the API, and throws when the response is an error. */
async function send<Data>(path: string, body?: FormData | object): Promise<Data> {
  const isJson = body && !(body instanceof FormData);
  const response = await fetch(`${readStack().site}/api/file/${path}`, {
    method: 'POST',
    ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
    body: isJson ? JSON.stringify(body) : (body ?? null),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  }
  return (JSON.parse(text) as { data: Data }).data;
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  return form;
}
