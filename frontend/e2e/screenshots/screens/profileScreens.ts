import type { Page } from '@playwright/test';
import { LARGE_VIDEO, photoFile, videoFile } from '../../support/files.ts';
import { waitForContent } from '../../support/pageReady.ts';
import { expect } from '../../support/journey.ts';
import { clickButton } from '../../support/signupForm.ts';
import { fileInput } from '../../support/teacherForm.ts';
import { translations } from '../../support/translations.ts';
import { isPartUrl, partNumber } from '../../support/videoUpload.ts';
import { leaveUnanswered, waitForText, type Screen, type ScreenContext } from './screen.ts';

export const profileScreens: Screen[] = [
  {
    name: 'profile-student',
    path: '/profile',
    as: 'student',
    prepare: ({ page }) => waitForContent(page),
  },
  {
    name: 'profile-teacher',
    path: '/profile',
    as: 'teacher',
    prepare: ({ page }) => waitForCourseChoice(page),
  },
  {
    name: 'profile-errors',
    path: '/profile',
    as: 'student',
    prepare: async (context) => {
      await waitForProfile(context);
      const { profile: text, userFields } = translations[context.language];
      await context.page.getByLabel(userFields.fullname).fill('');
      await context.page.getByLabel(userFields.birthdate).fill('');
      await clickButton(context.page, text.save);
    },
  },
  {
    name: 'profile-unsaved',
    path: '/profile',
    as: 'student',
    isOverlay: true,
    prepare: async (context) => {
      await waitForProfile(context);
      const { common, userFields } = translations[context.language];
      await context.page.getByLabel(userFields.fullname).fill('Amina');
      await context.page.getByRole('button', { name: common.navigation.back }).click();
      await expect(context.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'profile-photo',
    path: '/profile',
    as: 'student',
    isOverlay: true,
    prepare: openPhoto,
  },
  {
    name: 'profile-photo-cut',
    path: '/profile',
    as: 'student',
    isOverlay: true,
    prepare: async (context) => {
      await openPhoto(context);
      await fileInput(context.page, context.language, 'photo').setInputFiles(await photoFile());
      await expect(context.page.getByRole('slider').last()).toBeVisible();
    },
  },
  {
    name: 'profile-cv-replace',
    path: '/profile',
    as: 'teacher',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      const { cv } = translations[language].profileFiles;
      await page.getByRole('button', { name: cv.replace }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'profile-cv-upload',
    path: '/profile',
    as: 'teacher',
    prepare: async ({ page, language }) => {
      const { cv } = translations[language].profileFiles;
      await page.getByRole('button', { name: cv.replace }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: cv.choose }).click();
      await expect(fileInput(page, language, 'cv')).toBeAttached();
    },
  },
  {
    name: 'profile-upload-unfinished',
    path: '/profile',
    as: 'teacher',
    mockApi: (page) =>
      page
        .route(isPartUrl, (route) =>
          Number(partNumber(route.request().url())) > 2 ? leaveUnanswered() : route.continue(),
        )
        .then(),
    prepare: async ({ page, language }) => {
      const { profileFiles, upload } = translations[language];
      await page.getByRole('button', { name: profileFiles.video.replace }).click();
      await page.getByRole('button', { name: profileFiles.video.choose }).click();
      await fileInput(page, language, 'video').setInputFiles(await videoFile(LARGE_VIDEO));
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
      // The browser asks whether to leave.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await waitForText(page, upload.unfinished.title);
    },
  },
  {
    name: 'profile-video',
    path: '/profile',
    as: 'teacher',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      await page
        .getByRole('button', { name: translations[language].profileFiles.video.watch })
        .click();
      await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
    },
  },
];

async function waitForCourseChoice(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox').first()).toBeVisible();
}

async function waitForProfile({ page, language }: ScreenContext): Promise<void> {
  await expect(page.getByLabel(translations[language].userFields.fullname)).toBeVisible();
}

async function openPhoto(context: ScreenContext): Promise<void> {
  await waitForProfile(context);
  const { changePhoto } = translations[context.language].profile;
  await context.page.getByRole('button', { name: changePhoto }).click();
  await expect(fileInput(context.page, context.language, 'photo')).toBeAttached();
}
