import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { LARGE_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { isPartUrl } from './support/videoUpload.ts';

/** The client as one script, whose functions are properties of `client`. */
async function bundledClient(): Promise<string> {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'support/uppyClient.ts'),
        name: 'client',
        formats: ['iife'],
      },
    },
  })) as [Rolldown.RolldownOutput];
  return output[0].code;
}

test('Uppy uploads a video in parts to presigned URLs', async ({ page, visit, sharedUser }) => {
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && isPartUrl(new URL(request.url()))) {
      sizes.push(Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length));
    }
  });
  const video = await readFile(await videoFile(LARGE_VIDEO));
  await visit('/');
  // The site's content security policy refuses a script element, and not what the test evaluates.
  await page.evaluate(`${await bundledClient()}; globalThis.client = client;`);
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'video';
    document.body.append(input);
  });
  await page
    .locator('#video')
    .setInputFiles({ name: 'video.mp4', mimeType: 'video/mp4', buffer: video });
  const id = await page.evaluate(async (token) => {
    const { client } = globalThis as unknown as {
      client: typeof import('./support/uppyClient.ts');
    };
    const [file] = document.querySelector<HTMLInputElement>('#video')?.files ?? [];
    if (!file) {
      throw new Error('no file');
    }
    return client.uploadWithUppy(file, token);
  }, sharedUser.token);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(sizes).toHaveLength(4);
});
