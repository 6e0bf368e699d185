import type { Locator, Page, Route } from '@playwright/test';
import { LARGE_VIDEO, SMALL_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { recordRequests } from './support/requests.ts';
import { clickButton, type SignupValues } from './support/signupForm.ts';
import {
  fileButton,
  fileInput,
  openCoursesStep,
  openFileStep,
  submitAndAcceptTerms,
} from './support/teacherForm.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';
import {
  holdParts,
  isPartUrl,
  partAborted,
  partNumber,
  partStarted,
  uploadedParts,
} from './support/videoUpload.ts';

const START_UPLOAD = /\/api\/file\/video\/start-upload/;
const UPLOAD_CHUNK = /\/api\/file\/video\/upload-chunk/;
const FINALIZE_UPLOAD = /\/api\/file\/video\/finalize-upload/;
const DOCUMENT_UPLOAD = /\/api\/file\/document/;
const REGISTER = /\/api\/users\/register/;

/** More than the longest pause before a part is retried. */
const LONGEST_PAUSE_MS = 10_000;

/** Goes to the step of the video in the sign-up form, and chooses one of four parts. */
async function chooseVideo(page: Page, values?: SignupValues): Promise<void> {
  await openCoursesStep(page, 'en', values);
  await openFileStep(page, 'en', 'video');
  await fileInput(page, 'en', 'video').setInputFiles(await videoFile(LARGE_VIDEO));
}

/** Submits the sign-up, and returns when the last part has started. */
async function submitUntilLastPart(page: Page): Promise<void> {
  const lastPartStarted = partStarted(page, '4');
  await submitAndAcceptTerms(page, 'en');
  await lastPartStarted;
}

/** The size of an image in pixels, and how many of its colours differ clearly from black. */
const pictured = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0);
    const bright = new Set<string>();
    const pixels = context?.getImageData(0, 0, width, height).data ?? [];
    for (let index = 0; index < pixels.length; index += 4) {
      const colours = Array.from(pixels.slice(index, index + 3), (value) => value > 127);
      if (colours.includes(true)) {
        bright.add(colours.join());
      }
    }
    return { width, height, brightColours: bright.size };
  });

test.describe('a video upload', () => {
  // Chromium logs aborted and refused requests.
  test.use({ expectedConsoleMessages: /Failed to load resource|ERR_|CORS/ });

  const retries = 'retries parts after aborted requests and refused presigned URLs';

  test(retries, { tag: only('phone') }, async ({ page, visit }) => {
    const requests = recordRequests(page);
    const refuse = (route: Route) =>
      route.fulfill({ status: 403, headers: { 'Access-Control-Allow-Origin': '*' } });
    const abort = (route: Route) => route.abort();
    const faults = [
      { part: '2', fail: abort },
      { part: '2', fail: refuse },
      { part: '4', fail: abort },
    ];
    await page.route(isPartUrl, (route) => {
      const part = partNumber(route.request().url());
      const index = faults.findIndex((fault) => fault.part === part);
      const [fault] = index === -1 ? [] : faults.splice(index, 1);
      return fault ? fault.fail(route) : route.continue();
    });
    await visit('/signup');
    await chooseVideo(page);
    await submitAndAcceptTerms(page, 'en');
    await expect(page).toHaveURL('/');
    expect(faults).toEqual([]);
    expect(uploadedParts(requests.all()).filter((part) => part === '2')).toHaveLength(3);
    expect(uploadedParts(requests.all()).filter((part) => part === '4')).toHaveLength(2);
    expect(uploadedParts(requests.all())).toHaveLength(7);
    // Each attempt has its own presigned URL.
    expect(requests.to(UPLOAD_CHUNK)).toHaveLength(7);
  });

  const resumes = 'is tried again in place after a failure, and uploads only what is missing';

  test(resumes, { tag: only('desktop') }, async ({ page, visit }) => {
    const { common, errors, signup } = translations.en;
    const requests = recordRequests(page);
    await page.route(isPartUrl, (route) =>
      partNumber(route.request().url()) === '3' ? route.abort() : route.continue(),
    );
    await visit('/signup');
    await chooseVideo(page);
    // A frame of the video, in its proportions, of a test pattern with red, green, blue and their mixtures.
    const row = page.getByRole('group', { name: '20s-7M.mp4', exact: true });
    expect(await pictured(row.locator('img'))).toEqual({
      width: 160,
      height: 90,
      brightColours: 7,
    });
    await submitAndAcceptTerms(page, 'en');
    await expect(
      page.getByRole('alert').filter({ hasText: errors.service_unavailable }),
    ).toBeVisible();
    expect(uploadedParts(requests.all()).filter((part) => part === '3')).toHaveLength(3);
    const message = page.getByRole('main').getByText(errors.service_unavailable).locator('..');
    await expect(message).toBeFocused();
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeVisible();

    await page.unroute(isPartUrl);
    requests.clear();
    await expect(page.getByText('20s-7M.mp4', { exact: true })).toBeVisible();
    await clickButton(page, common.retry);
    await expect(page).toHaveURL('/');
    expect(uploadedParts(requests.all())).toEqual(['3']);
    expect(requests.to(DOCUMENT_UPLOAD)).toHaveLength(0);
    expect(requests.to(START_UPLOAD)).toHaveLength(0);
  });

  test('can be paused, resumed and cancelled', { tag: only('phone') }, async ({ page, visit }) => {
    const { signup, upload } = translations.en;
    const requests = recordRequests(page);
    const release = await holdParts(page, ['2', '3', '4']);
    await page.clock.install();
    await visit('/signup');
    await chooseVideo(page);
    await submitUntilLastPart(page);

    // Three parts are uploaded at once, so part 4 starts when part 1 is complete. A pause aborts the parts in flight.
    const progress = page.getByRole('progressbar', { name: /20s-7M\.mp4/ });
    await expect(progress).toHaveAttribute('aria-valuenow', '30');
    const aborted = Promise.all(['2', '3', '4'].map((part) => partAborted(page, part)));
    await fileButton(page, 'en', 'pause').press('Enter');
    await expect(
      page.getByText(upload.status.paused.replace('{{share}}', '30%')).last(),
    ).toBeVisible();
    await expect(fileButton(page, 'en', 'resume')).toBeFocused();
    await aborted;
    release();
    const countBefore = uploadedParts(requests.all()).length;
    // A retry would start within this time.
    await page.clock.runFor(LONGEST_PAUSE_MS);
    expect(uploadedParts(requests.all())).toHaveLength(countBefore);

    const releaseSecond = await holdParts(page, ['4']);
    await fileButton(page, 'en', 'resume').press('Enter');
    await expect
      .poll(() => uploadedParts(requests.all()).slice(countBefore).sort())
      .toEqual(['2', '3', '4']);
    await fileButton(page, 'en', 'cancel').press('Enter');
    releaseSecond();
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    expect(requests.to(REGISTER)).toHaveLength(0);

    await fileButton(page, 'en', 'remove').click();
    await submitAndAcceptTerms(page, 'en');
    await expect(page).toHaveURL('/');
    expect(requests.to(DOCUMENT_UPLOAD)).toHaveLength(1);
  });

  test(
    'waits for the connection, and resumes by itself',
    { tag: only('desktop') },
    async ({ page, visit, context }) => {
      const { upload } = translations.en;
      const release = await holdParts(page, ['3', '4']);
      await visit('/signup');
      await chooseVideo(page);
      await submitUntilLastPart(page);
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
      // A request that is in flight while network conditions change can hang: parts 3 and 4 are held before they reach the network.
      await context.setOffline(true);
      await expect(page.getByText(upload.status.offline).last()).toBeVisible();
      await context.setOffline(false);
      release();
      await expect(page).toHaveURL('/');
    },
  );

  test(
    'is refused by its content, whatever its name and type',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const { errors } = translations.en;
      await visit('/signup');
      await openCoursesStep(page, 'en');
      await openFileStep(page, 'en', 'video');
      // It begins as a video does, so the browser takes it. The server reads on, and finds a picture.
      const buffer = Buffer.from('\0\0\0\u0010ftypisom\0\0\0\0\0\0\0\u0008meta', 'latin1');
      await fileInput(page, 'en', 'video').setInputFiles({
        name: 'me.mp4',
        mimeType: 'video/mp4',
        buffer,
      });
      await submitAndAcceptTerms(page, 'en');
      await expect(
        page.getByRole('main').getByText(errors.video_type_wrong).locator('..'),
      ).toBeFocused();
      await expect(page.getByText(/me\.mp4/).last()).toBeVisible();
      await fileInput(page, 'en', 'video').setInputFiles(await videoFile(SMALL_VIDEO));
      await submitAndAcceptTerms(page, 'en');
      await expect(page).toHaveURL('/');
    },
  );

  test(
    'asks before leaving, and is aborted then',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const { signup, unsaved } = translations.en;
      const requests = recordRequests(page);
      const release = await holdParts(page, ['4']);
      await page.clock.install();
      await visit('/signup');
      await chooseVideo(page);
      await submitUntilLastPart(page);
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/);
      const aborted = partAborted(page, '4');
      await page.getByRole('main').getByRole('link', { name: signup.login }).click();
      const question = page.getByRole('alertdialog', { name: unsaved.title });
      await question.getByRole('button', { name: unsaved.leave, exact: true }).click();
      await expect(page).toHaveURL('/login');
      await aborted;
      release();
      await page.clock.runFor(LONGEST_PAUSE_MS);
      expect(requests.to(FINALIZE_UPLOAD)).toHaveLength(0);
      expect(requests.to(REGISTER)).toHaveLength(0);
    },
  );
});

test('a slow upload shows its progress', { tag: only('desktop') }, async ({ page, visit }) => {
  // Set before the first request: a request that is in flight while network conditions change can hang.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 2 * 1024 * 1024,
  });
  await visit('/signup');
  await chooseVideo(page);
  const shownProgress = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const values = new Set<number>();
        const timer = setInterval(() => {
          const bar = document.querySelector('[role=progressbar][aria-label*="mp4"]');
          if (bar) {
            values.add(Number(bar.getAttribute('aria-valuenow')));
          } else if (values.size > 0) {
            clearInterval(timer);
            resolve([...values]);
          }
        }, 20);
      }),
  );
  await submitAndAcceptTerms(page, 'en');
  const values = await shownProgress;
  expect(values.length).toBeGreaterThan(8);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values.at(-1)).toBe(100);
  await expect(page).toHaveURL('/');
});
