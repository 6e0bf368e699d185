import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { videoFile } from '../support/files.ts';
import { expect, test as journey } from '../support/journey.ts';
import { median } from '../support/median.ts';
import { fillBirthdate, replaceFile } from '../support/profileForm.ts';
import { openSlowLink, type SlowLink } from '../support/slowLink.ts';
import { readStack } from '../support/stack.ts';
import { createSignedInTeacher, presignPart, startUpload } from '../support/teachers.ts';
import { translations } from '../support/translations.ts';

const run = promisify(execFile);

const CHUNK = 5 * 1024 * 1024;
const CHUNKS = 4;
const ROUNDS = 5;

/** How many parts are sent at once (spec §9). */
const CONNECTIONS = 3;

/** A home connection, between the user on one side, and the site and the object storage on the other. */
const UPLOAD_BITS_PER_SECOND = 20_000_000;
const ROUND_TRIP_MS = 40;

/** A journey whose browser has that connection. */
const test = journey.extend<object, { link: SlowLink }>({
  link: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern
    async ({}, provide) => {
      const { site, aws } = readStack();
      const speed = { upload: UPLOAD_BITS_PER_SECOND, roundTripMs: ROUND_TRIP_MS };
      const link = await openSlowLink(speed, [site, aws]);
      await provide(link);
      link.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, link }, provide) => {
      const { args = [] } = launchOptions;
      await provide({ ...launchOptions, args: [...args, ...link.chromiumArguments] });
    },
    { scope: 'worker' },
  ],
});

/**
 * Measures how long the upload component takes for a video of 20 MiB, as a multiple of the time that curl takes to upload the same
 * parts over as many connections. Each round measures both, so that other load on the machine affects them equally.
 */
test('upload of a 20 MiB video, compared with curl', async ({ page, visit, link }) => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'masar-benchmark-'));
  const video = await largestVideo();
  const { token } = await createSignedInTeacher();
  await visit('/profile', { token });
  await fillBirthdate(page, 'en');

  const rounds: Record<'parts' | 'whole' | 'curl', number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const component = await measureComponent(page, video, round);
    const curl = await measureCurl(folder, video, link);
    rounds.push({
      parts: component.parts / curl,
      whole: component.whole / curl,
      curl: curl / ((video.length * 8 * 1000) / UPLOAD_BITS_PER_SECOND),
    });
  }
  await rm(folder, { recursive: true });
  const ratio = (what: 'parts' | 'whole' | 'curl') =>
    median(rounds.map((each) => each[what])).toFixed(2);
  console.log(
    `Upload of a 20 MiB video compared with curl: parts ${ratio('parts')} times, ` +
      `all requests ${ratio('whole')} times; curl took ${ratio('curl')} times as long as the bytes on the link (medians of ${ROUNDS})`,
  );
});

test.describe('a lost connection', () => {
  test.use({ expectedConsoleMessages: /ERR_CONNECTION_RESET/ });

  /**
   * Counts the bytes of an upload that ends with its page when 60 % of the file have been uploaded, and that another page continues. S3 keeps
   * whole parts only, so those that were in flight are sent again.
   */
  test('upload of a 20 MiB video that continues on another page', async ({
    page,
    visit,
    context,
    link,
  }) => {
    test.setTimeout(600_000);
    const video = await largestVideo();
    const { token } = await createSignedInTeacher();
    const { profileFiles, upload } = translations.en;
    const ratios: number[] = [];
    await visit('/profile', { token });
    let current = page;
    for (let round = 0; round < ROUNDS; round += 1) {
      await fillBirthdate(current, 'en');
      const before = link.uploadedBytes();
      await replaceFile(current, 'en', 'video', mp4(`${round}`, video));
      await expect
        .poll(() => link.uploadedBytes() - before, { intervals: [20] })
        .toBeGreaterThan(0.6 * video.length);
      const next = await context.newPage();
      // A browser that is killed sends nothing more. Chromium would send the parts again on new connections, and the operating system
      // would accept megabytes before the page is closed.
      link.disconnect();
      // As a crash: no handler of the page runs.
      await current.close({ runBeforeUnload: false });
      link.reconnect();
      current = next;
      await current.goto('/profile');
      await expect(current.getByText(upload.unfinished.title)).toBeVisible();
      await fillBirthdate(current, 'en');
      await current.getByRole('button', { name: upload.unfinished.continue }).click();
      await expect(current.getByText(profileFiles.video.saved, { exact: true })).toBeVisible();
      ratios.push((link.uploadedBytes() - before) / video.length);
    }
    console.log(
      `Bytes of an upload that was killed at 60 % and continued: ${median(ratios).toFixed(2)} times ` +
        `the file (median of ${ROUNDS}; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    );
  });
});

/** Returns a playable video of exactly the size limit, padded with an MP4 `free` box, which players skip. */
async function largestVideo(): Promise<Buffer> {
  const video = await readFile(await videoFile({ seconds: 8 }));
  const free = Buffer.alloc(CHUNKS * CHUNK - video.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([video, free]);
}

const mp4 = (name: string, buffer: Buffer) => ({
  name: `${name}.mp4`,
  mimeType: 'video/mp4',
  buffer,
});

/** A request, as the browser timed it, in ms. */
interface Timing {
  url: string;
  start: number;
  end: number;
}

/** Returns the time of all parts, and the time from the first request to the last response, in milliseconds. */
async function measureComponent(page: Page, video: Buffer, round: number) {
  await page.evaluate(() => {
    performance.clearResourceTimings();
  });
  await replaceFile(page, 'en', 'video', mp4(`${round}`, video));
  // The text that reports success may still be that of the round before.
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('finalize-upload')),
    undefined,
    { timeout: 60_000 },
  );
  // Playwright's own timings are those of its protocol, whose events come later than the browser's.
  const timings = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, responseEnd }): Timing => ({
        url: name,
        start: startTime,
        end: responseEnd,
      }),
    ),
  );
  const parts = timings.filter(({ url }) => new URL(url).searchParams.has('partNumber'));
  const apiRequests = timings.filter(({ url }) => url.includes('/api/file/video/'));
  expect(parts).toHaveLength(CHUNKS);
  return { parts: duration(parts), whole: duration([...apiRequests, ...parts]) };
}

function duration(timings: Timing[]): number {
  return (
    Math.max(...timings.map(({ end }) => end)) - Math.min(...timings.map(({ start }) => start))
  );
}

async function measureCurl(folder: string, video: Buffer, link: SlowLink): Promise<number> {
  const uploadId = await startUpload();
  const transfers: string[][] = [];
  for (let index = 0; index < CHUNKS; index += 1) {
    const { url, headers } = await presignPart(uploadId, index, CHUNK);
    const part = join(folder, `${index}`);
    await writeFile(part, video.subarray(index * CHUNK, (index + 1) * CHUNK));
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    transfers.push([
      '-sS',
      '--fail',
      '-o',
      '/dev/null',
      '-T',
      part,
      ...fields,
      ...link.curlArguments,
      url,
    ]);
  }
  const started = performance.now();
  await run('curl', [
    '--parallel',
    '--parallel-immediate',
    '--parallel-max',
    String(CONNECTIONS),
    ...transfers.flatMap((each) => [...each, '--next']).slice(0, -1),
  ]);
  return performance.now() - started;
}
