import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { isolatedEmail } from '../src/i18n/isolate.ts';
import { linkIn, nextEmailTo } from './support/emails.ts';
import { CV, LARGE_VIDEO, SMALL_VIDEO, videoFile, writeTestFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { recordRequests } from './support/requests.ts';
import { clickButton, signupFields, signupValues } from './support/signupForm.ts';
import {
  fileButton,
  fileInput,
  openCoursesStep,
  openFileStep,
  submitAndAcceptTerms,
} from './support/teacherForm.ts';
import { translations } from './support/translations.ts';
import { only, variants, withoutFrench } from './support/variants.ts';
import { uploadedParts } from './support/videoUpload.ts';

for (const { language, tag } of variants('desktop')) {
  const { signup, upload, courses: courseWords } = translations[language];

  test.describe(`signing up as a teacher (${language})`, { tag }, () => {
    test('uploads CV and video, and creates a teacher with them', async ({ page, visit }) => {
      const values = signupValues();
      const requests = recordRequests(page);
      await visit('/signup', { language });
      await openCoursesStep(page, language, values);
      await expect(page.getByText(/3.*5|٣.*٥/).first()).toBeVisible();

      const next = page.getByRole('button', { name: signup.next, exact: true });
      await expect(next).toBeDisabled();
      const boxes = page.getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(2).check();
      // A third course is ignored.
      await boxes.nth(1).click();
      await expect(boxes.nth(1)).not.toBeChecked();
      await expect(
        page.getByText(
          courseWords.chosen.replace('{{taught, number}}', '2').replace('{{most, number}}', '2'),
        ),
      ).toBeVisible();
      await next.click();

      await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
      await expect(next).toBeDisabled();
      await fileInput(page, language, 'cv').setInputFiles(CV);
      await expect(page.getByText(upload.cv_file_selected_successfully).last()).toBeVisible();
      await next.click();

      await fileInput(page, language, 'video').setInputFiles(await videoFile(LARGE_VIDEO));
      await expect(page.getByText(upload.video_selected_successfully).last()).toBeVisible();
      await submitAndAcceptTerms(page, language);
      await expect(page).toHaveURL('/');
      await expect(
        page.getByRole('main').getByRole('status').filter({ hasText: values.email }),
      ).toHaveText(
        signup.user_created_successfully.replace('{{email}}', isolatedEmail(values.email)),
      );
      expect(uploadedParts(requests.all()).sort()).toEqual(['1', '2', '3', '4']);

      const teacher = await readTeacher(page, values);
      expect(teacher.courses).toHaveLength(2);
      const video = await page.request.get(teacher.video.url);
      expect((await video.body()).equals(await readFile(await videoFile(LARGE_VIDEO)))).toBe(true);
      const cv = await page.request.get(teacher.curriculum.url);
      expect((await cv.body()).equals(CV.buffer)).toBe(true);
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { signup, upload, errors } = translations[language];

  test.describe(`signing up as a teacher (${language})`, { tag }, () => {
    test('refuses files of a wrong type, size or duration', async ({ page, visit }) => {
      await visit('/signup', { language });
      await openCoursesStep(page, language);
      await openFileStep(page, language, 'cv');
      const alert = page.getByRole('alert').filter({ hasText: /./ });
      const choose = page.getByRole('button', { name: `${upload.choose}, ${upload.cv.label}` });
      for (const [name, size, code] of [
        ['cv.odt', 10, 'cv_file_type_wrong'],
        ['cv.pdf', 10, 'cv_file_type_wrong'],
        ['cv.pdf', 2 * 1024 * 1024 + 1, 'cv_file_too_large'],
      ] as const) {
        const buffer = Buffer.alloc(size);
        await fileInput(page, language, 'cv').setInputFiles({ name, mimeType: '', buffer });
        await expect(alert).toHaveText(errors[code]);
        await expect(choose).toHaveAccessibleDescription(errors[code]);
        await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
      }
      await fileInput(page, language, 'cv').setInputFiles(CV);
      await expect(alert).toHaveCount(0);
      await clickButton(page, signup.next);

      const video = fileInput(page, language, 'video');
      const buffer = Buffer.alloc(20 * 1024 * 1024 + 1);
      await video.setInputFiles({ name: 'large.mp4', mimeType: 'video/mp4', buffer });
      await expect(alert).toHaveText(errors.video_too_large);
      await video.setInputFiles(await videoFile({ seconds: 121 }));
      await expect(alert).toHaveText(errors.video_longer_than_2_minutes);
      await video.setInputFiles(await videoFile(SMALL_VIDEO));
      await expect(alert).toHaveCount(0);
      await fileButton(page, language, 'remove').click();
      await expect(
        page.getByRole('button', { name: `${upload.choose}, ${upload.video.label}` }),
      ).toBeFocused();
    });
  });
}

test(
  'names no drop zone where the pointer is a finger',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const { upload } = translations.en;
    await visit('/signup');
    await openCoursesStep(page, 'en');
    await openFileStep(page, 'en', 'cv');
    await expect(
      page.getByRole('button', { name: `${upload.choose}, ${upload.cv.label}` }),
    ).toBeVisible();
    await expect(page.getByText(upload.drop)).toBeHidden();
  },
);

test('accepts a dropped file', { tag: only('desktop') }, async ({ page, visit }) => {
  const { signup, upload, errors } = translations.en;
  await visit('/signup');
  await openCoursesStep(page, 'en');
  await openFileStep(page, 'en', 'cv');
  await expect(page.getByText(upload.drop)).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  const drop = async (name: string) => {
    const zone = await page.getByText(upload.drop).boundingBox();
    const place = { x: zone?.x ?? 0, y: zone?.y ?? 0 };
    const data = {
      items: [],
      files: [await writeTestFile({ ...CV, name })],
      dragOperationsMask: 1,
    };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', { type, ...place, data });
    }
  };
  await drop('cv.txt');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    errors.cv_file_type_wrong,
  );
  await drop('cv.pdf');
  await expect(page.getByRole('status').filter({ hasText: 'cv.pdf' })).toHaveText(
    new RegExp(upload.cv_file_selected_successfully),
  );
  await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeEnabled();
});

const reload = 'keeps the courses after a reload, and asks for the files again';

test(reload, { tag: only('phone') }, async ({ page, visit }) => {
  const values = signupValues();
  const { signup } = translations.en;
  page.on('dialog', (dialog) => void dialog.accept());
  await visit('/signup');
  await openCoursesStep(page, 'en', values);
  await openFileStep(page, 'en', 'video');
  await page.reload();
  await expect(page.getByText(signup.restoredWithoutFiles)).toBeVisible();
  const fields = signupFields(page, 'en');
  await fields.password.fill(values.password);
  await fields.confirmation.fill(values.confirmation);
  await clickButton(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
  await clickButton(page, signup.next);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await clickButton(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
  await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
  await expect(page.getByText(signup.restoredWithoutFiles)).toBeHidden();
  await expect(page.getByText(signup.withoutFiles)).toBeVisible();
  await fileInput(page, 'en', 'cv').setInputFiles(CV);
  await expect(page.getByText(signup.withoutFiles)).toBeHidden();
});

/** Verifies the email address of a teacher, signs in and returns the teacher's data. */
async function readTeacher(page: Page, { email, password }: { email: string; password: string }) {
  const token = linkIn(await nextEmailTo(email)).split('token=')[1];
  await page.request.post('/api/users/verify-email', { data: { token } });
  const login = await page.request.post('/api/users/login', { data: { email, password } });
  const { data } = (await login.json()) as {
    data: {
      teacher: { courses: object[]; curriculum: { url: string }; video: { url: string } };
    };
  };
  return data.teacher;
}
