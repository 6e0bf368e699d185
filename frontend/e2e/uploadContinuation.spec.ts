import type { Page } from '@playwright/test';
import { stat } from 'node:fs/promises';
import { LARGE_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { fillBirthdate } from './support/profileForm.ts';
import { holdRequests, recordRequests } from './support/requests.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { fileInput } from './support/teacherForm.ts';
import { translations, type Language } from './support/translations.ts';
import { withoutFrench } from './support/variants.ts';
import {
  isPartUrl,
  partAborted,
  partNumber,
  partStarted,
  uploadedParts,
} from './support/videoUpload.ts';

const UPLOAD = /\/api\/file\/video\/[0-9a-f]{32}$/;

const HELD_PARTS = ['3', '4'];
const isHeld = (url: string) => HELD_PARTS.includes(partNumber(url) ?? '');

/** Uploads a video to the profile, until two of its four parts have arrived. The others are held, until `abort` ends them. */
async function interruptUpload(page: Page, language: Language) {
  const { profileFiles } = translations[language];
  const path = await videoFile(LARGE_VIDEO);
  await fillBirthdate(page, language);
  await page.getByRole('button', { name: profileFiles.video.replace }).click();
  await page.getByRole('button', { name: profileFiles.video.choose }).click();
  const release = await holdRequests(page, isPartUrl, {
    shouldHold: (request) => isHeld(request.url()),
    respond: (route) => (isHeld(route.request().url()) ? route.abort() : route.continue()),
  });
  const lastPartStarted = partStarted(page, '4');
  await fileInput(page, language, 'video').setInputFiles(path);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
  await lastPartStarted;
  const abort = async () => {
    const aborted = Promise.all(HELD_PARTS.map((part) => partAborted(page, part)));
    release();
    await aborted;
  };
  return { path, abort };
}

for (const { language, tag } of withoutFrench('phone')) {
  const { profileFiles, upload } = translations[language];

  test.describe(`a video upload that was interrupted (${language})`, { tag }, () => {
    // Chromium logs aborted requests.
    test.use({ expectedConsoleMessages: /Failed to load resource|ERR_/ });

    test('continues on another page, and sends no part twice', async ({ page, visit, context }) => {
      const teacher = await createSignedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      const requests = recordRequests(page);
      const { path, abort } = await interruptUpload(page, language);
      const sentBefore = uploadedParts(requests.all());
      // A held request would continue when its page is closed.
      await abort();
      // As a crash: no handler of the page runs.
      await page.close({ runBeforeUnload: false });

      const next = await context.newPage();
      const later = recordRequests(next);
      await next.goto('/profile');
      await expect(next.getByText(upload.unfinished.title)).toBeVisible();
      // The first page had the birthdate only in its form.
      await fillBirthdate(next, language);
      await next.getByRole('button', { name: upload.unfinished.continue }).click();
      await expect(next.getByText(profileFiles.video.saved, { exact: true })).toBeVisible();
      // Saving the profile is a PUT, too.
      const laterParts = later.all().filter((request) => isPartUrl(new URL(request.url())));
      expect(uploadedParts(laterParts).sort()).toEqual(['3', '4']);
      // Parts begin in any order.
      expect(sentBefore).toEqual(expect.arrayContaining(['1', '2']));

      // The aborted parts have not left the browser, so the first page has sent two whole parts.
      const { size } = await stat(path);
      const bodies = laterParts.filter((request) => request.method() === 'PUT');
      const sizes = await Promise.all(
        bodies.map(async (request) => (await request.sizes()).requestBodySize),
      );
      const sent = 2 * 5 * 1024 * 1024 + sizes.reduce((sum, bytes) => sum + bytes, 0);
      expect(sent / size).toBeLessThanOrEqual(1.25);

      await next.reload();
      await expect(next.getByRole('button', { name: profileFiles.video.watch })).toBeVisible();
      await expect(next.getByText(upload.unfinished.title)).toBeHidden();
    });

    test('is dropped, and cancelled', async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      await interruptUpload(page, language);
      // The browser asks whether to leave.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      const cancelled = page.waitForResponse(
        (response) => UPLOAD.test(response.url()) && response.request().method() === 'DELETE',
      );
      await page.getByRole('button', { name: upload.unfinished.cancel }).click();
      expect((await cancelled).status()).toBe(200);
      await expect(page.getByText(upload.unfinished.title)).toBeHidden();

      await page.reload();
      await expect(page.getByRole('button', { name: profileFiles.video.watch })).toBeVisible();
      await expect(page.getByText(upload.unfinished.title)).toBeHidden();

      await interruptUpload(page, language);
      const cancelledAgain = page.waitForResponse(
        (response) => UPLOAD.test(response.url()) && response.request().method() === 'DELETE',
      );
      await page.getByRole('button', { name: new RegExp(`^${upload.cancel}[,،] `) }).click();
      expect((await cancelledAgain).status()).toBe(200);
    });
  });
}
