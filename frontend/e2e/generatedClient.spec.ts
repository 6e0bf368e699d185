import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import sample from '../../shared/data/sample-user.json' with { type: 'json' };
import type { components, paths } from '../src/api/schema.d.ts';
import { linkIn, nextEmailTo } from './support/emails.ts';
import { CV, LARGE_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { readStack } from './support/stack.ts';

/** Sends the fields of a body as a form: the document describes them, and a generated client leaves the encoding to its caller. */
function asForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, Blob | string | number][]) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** Binary fields have the type of a text in the generated types. */
const asField = (file: Blob) => file as unknown as string;

/** The data of a response, or a failure of the test with the error. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  expect(error).toBeUndefined();
  return data as Data;
}

// `npm run check:api` compares the types with infra/openapi.yaml, so this client is made from the document alone.
test('a client of openapi-fetch signs up, signs in, and sends a document and a video', async () => {
  const api = createClient<paths>({ baseUrl: `${readStack().site}/api` });
  const credentials = {
    email: `${crypto.randomUUID()}@example.org`,
    password: sample.password,
  };
  const registration: components['schemas']['Registration'] = {
    ...sample,
    ...credentials,
    type: 'student',
  };
  const { data: registered } = dataOf(await api.POST('/users/register', { body: registration }));
  const verificationToken = linkIn(await nextEmailTo(credentials.email)).split('token=')[1] ?? '';
  dataOf(await api.POST('/users/verify-email', { body: { token: verificationToken } }));
  const { token } = dataOf(await api.POST('/users/login', { body: credentials }));
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('Authorization', `Bearer ${token}`);
      return request;
    },
  });
  const me = dataOf(await api.GET('/users/me'));
  expect(me.data).toMatchObject({ _id: registered._id, email: credentials.email });

  const cv = new File([CV.buffer], 'cv.pdf', { type: CV.mimeType });
  const document = dataOf(
    await api.POST('/file/document', {
      body: { document: asField(cv) },
      bodySerializer: asForm,
    }),
  );
  const stored = await fetch(document.data.url);
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(CV.buffer);

  const video = await readFile(await videoFile(LARGE_VIDEO));
  const { uploadId, chunkSize } = dataOf(await api.POST('/file/video/start-upload'));
  const totalChunks = Math.ceil(video.length / chunkSize);
  expect(totalChunks).toBe(4);
  for (let chunkIndex = 0; chunkIndex < totalChunks; chunkIndex += 1) {
    const chunk = video.subarray(chunkIndex * chunkSize, (chunkIndex + 1) * chunkSize);
    const { data: part } = dataOf(
      await api.POST('/file/video/upload-chunk', {
        body: { uploadId, chunkIndex, chunkSize: chunk.length },
        bodySerializer: asForm,
      }),
    );
    expect(Date.parse(part.expiresAt ?? '')).toBeGreaterThan(Date.now());
    const sent = await fetch(part.url ?? '', { method: part.method ?? '', body: chunk });
    expect(sent.status).toBe(200);
  }
  const finished = dataOf(
    await api.POST('/file/video/finalize-upload', {
      body: { uploadId, originalName: 'video.mp4', mimeType: 'video/mp4', totalChunks },
    }),
  );
  const played = await fetch(finished.data.url);
  // toEqual compares every byte by itself, which takes minutes and gigabytes.
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true);
});
