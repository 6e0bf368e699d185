import { readFile } from 'node:fs/promises';
import type { components } from '../../src/api/schema';
import { CV, videoOf } from './files.ts';
import { signedIn, type Member } from './users.ts';
import { readStack } from './stack.ts';

type StoredFile = components['schemas']['StoredFile'];

/** Where the bytes of one chunk may be sent. */
interface ChunkAddress {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** How long the video of a teacher is, in seconds. */
export const VIDEO_SECONDS = 8;

/** Somebody who teaches, with a CV and a video, and has just signed in. */
export async function signedInTeacher(
  overrides: Parameters<typeof signedIn>[0] = {},
): Promise<Member> {
  const [cv, video] = await Promise.all([uploadedCv(), uploadedVideo()]);
  return signedIn({
    ...overrides,
    type: 'teacher',
    teacher: { courses: ['project-management'], curriculum: cv._id, video: video._id },
  });
}

async function uploadedCv(): Promise<StoredFile> {
  return send('document', formOf({ document: new File([CV.buffer], CV.name) }));
}

/** Begins the upload of a video, and answers its id. */
export async function startVideo(): Promise<string> {
  return (await send<{ uploadId: string }>('video/start-upload')).uploadId;
}

/** Asks where a chunk of that many bytes may be sent. */
export async function addressOfChunk(
  uploadId: string,
  index: number,
  size: number,
): Promise<ChunkAddress> {
  const chunk = { uploadId, chunkIndex: `${index}`, chunkSize: `${size}` };
  return send('video/upload-chunk', formOf(chunk));
}

async function uploadedVideo(): Promise<StoredFile> {
  const bytes = await readFile(await videoOf({ seconds: VIDEO_SECONDS }));
  const uploadId = await startVideo();
  const { url, method, headers } = await addressOfChunk(uploadId, 0, bytes.length);
  const answer = await fetch(url, { method, headers, body: bytes });
  if (!answer.ok) {
    throw new Error(`The storage answers ${answer.status} to a chunk.`);
  }
  return send('video/finalize-upload', {
    uploadId,
    originalName: 'video.mp4',
    mimeType: 'video/mp4',
    totalChunks: 1,
  });
}

/** A call of the API that has to succeed. */
async function send<Answer>(path: string, body?: FormData | object): Promise<Answer> {
  const isJson = body && !(body instanceof FormData);
  const answer = await fetch(`${readStack().site}/api/file/${path}`, {
    method: 'POST',
    ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
    body: isJson ? JSON.stringify(body) : (body ?? null),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${path} answers ${answer.status}: ${text}`);
  }
  return (JSON.parse(text) as { data: Answer }).data;
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  return form;
}
