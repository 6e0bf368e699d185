import type { Page, Request } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { videoFile } from '../support/files.ts';
import { expect, test } from '../support/journey.ts';
import { fillBirthdate, replaceFile } from '../support/profileForm.ts';
import { presignPart, createSignedInTeacher, startUpload } from '../support/teachers.ts';
import { translations } from '../support/translations.ts';

const run = promisify(execFile);

const CHUNK = 5 * 1024 * 1024;
const CHUNKS = 4;
const ROUNDS = 5;

/**
 * How long a video of 20 MiB takes through the upload component, as a multiple of what curl takes to put the same parts at
 * the same server, all at once. Each round has both, one after the other, so that both meet the same machine.
 */
test('a video of 20 MiB, against curl', async ({ page, visit }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'masar-benchmark-'));
  const video = await largestVideo();
  const { token } = await createSignedInTeacher();
  await visit('/profile', { token });
  await fillBirthdate(page, 'en');

  const rounds: { parts: number; whole: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const component = await timeOfComponent(page, video, round);
    const curl = await timeOfCurl(folder, video);
    rounds.push({ parts: component.parts / curl, whole: component.whole / curl });
  }
  await rm(folder, { recursive: true });
  const median = (what: 'parts' | 'whole') =>
    rounds
      .map((each) => each[what])
      .sort((one, other) => one - other)
      [Math.floor(ROUNDS / 2)]?.toFixed(2);
  console.log(
    `A video of 20 MiB through the component, against curl: its parts ${median('parts')} times, ` +
      `from the first call to the last ${median('whole')} times (median of ${ROUNDS})`,
  );
});

/** A video that plays, filled up to exactly the limit with a box that players skip. */
async function largestVideo(): Promise<Buffer> {
  const video = await readFile(await videoFile({ seconds: 8 }));
  const free = Buffer.alloc(CHUNKS * CHUNK - video.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([video, free]);
}

/** In milliseconds: from the first part on its way to the last one there, and from the first call to the last answer. */
async function timeOfComponent(page: Page, video: Buffer, round: number) {
  const requests: Request[] = [];
  const onFinished = (request: Request) => {
    requests.push(request);
  };
  page.on('requestfinished', onFinished);
  await replaceFile(page, 'en', 'video', {
    name: `${round}.mp4`,
    mimeType: 'video/mp4',
    buffer: video,
  });
  const { saved } = translations.en.profileFiles.video;
  await expect(page.getByText(saved, { exact: true })).toBeVisible({ timeout: 60_000 });
  page.off('requestfinished', onFinished);
  const parts = requests.filter(
    (request) => request.method() === 'PUT' && !request.url().includes('/api/'),
  );
  const calls = requests.filter((request) => request.url().includes('/api/file/video/'));
  expect(parts).toHaveLength(CHUNKS);
  return { parts: duration(parts), whole: duration([...calls, ...parts]) };
}

function duration(requests: Request[]): number {
  const timings = requests.map((request) => request.timing());
  const starts = timings.map(({ startTime }) => startTime);
  const ends = timings.map(({ startTime, responseEnd }) => startTime + responseEnd);
  return Math.max(...ends) - Math.min(...starts);
}

async function timeOfCurl(folder: string, video: Buffer): Promise<number> {
  const uploadId = await startUpload();
  const transfers: string[][] = [];
  for (let index = 0; index < CHUNKS; index += 1) {
    const { url, headers } = await presignPart(uploadId, index, CHUNK);
    const part = join(folder, `${index}`);
    await writeFile(part, video.subarray(index * CHUNK, (index + 1) * CHUNK));
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    transfers.push(['-sS', '--fail', '-o', '/dev/null', '-T', part, ...fields, url]);
  }
  const started = performance.now();
  await run('curl', [
    '--parallel',
    '--parallel-immediate',
    ...transfers.flatMap((each) => [...each, '--next']).slice(0, -1),
  ]);
  return performance.now() - started;
}
