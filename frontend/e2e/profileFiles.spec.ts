import { CV, SMALL_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { changeProfileElsewhere, fillBirthdate, replaceFile } from './support/profileForm.ts';
import { holdRequests, recordRequests } from './support/requests.ts';
import { clickButton } from './support/signupForm.ts';
import { createSignedInTeacher, VIDEO_SECONDS } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, readProfile } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

const DOCUMENT_UPLOAD = /\/api\/file\/document/;
const USER_UPDATE = /\/api\/users\/[0-9a-f]+/;

for (const { language, tag } of withoutFrench('desktop')) {
  const { profileFiles } = translations[language];

  test.describe(`the files of a profile (${language})`, { tag }, () => {
    test('open the CV, and play the video', async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      const link = page.getByRole('link', { name: profileFiles.cv.view });
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener');
      const cv = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(cv.headers()['content-type']).toBe('application/pdf');
      expect(await cv.body()).toEqual(CV.buffer);

      const watch = page.getByRole('button', { name: profileFiles.video.watch });
      await watch.click();
      const dialog = page.getByRole('dialog', { name: profileFiles.video.title });
      const video = dialog.locator('video');
      await expect(video).toBeFocused();
      await expect(video).toHaveAttribute('controlslist', 'nodownload');
      await expect(video).toHaveJSProperty('duration', VIDEO_SECONDS);
      await page.keyboard.press('Space');
      const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(time).toBeGreaterThan(0.5);
      await video.evaluate((element: HTMLVideoElement) => {
        element.currentTime = 6;
        return element.play();
      });
      await expect.poll(time).toBeGreaterThan(6.2);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(watch).toBeFocused();
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { profile, profileFiles, userFields } = translations[language];

  test.describe(`the files of a profile (${language})`, { tag }, () => {
    test('are replaced, while other edits stay unsaved', async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      const before = await readProfile(page, teacher);
      await visit('/profile', { language, token: teacher.token });
      await fillBirthdate(page, language);
      const address = page.getByLabel(userFields.address, { exact: true });
      await address.fill('Being edited');

      await replaceFile(page, language, 'cv', { ...CV, name: 'newer.pdf' });
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: profileFiles.cv.replace })).toBeFocused();
      await replaceFile(page, language, 'video', await videoFile(SMALL_VIDEO));
      await expect(page.getByText(profileFiles.video.saved, { exact: true })).toBeVisible();

      const { address: savedAddress, birthdate, teacher: files } = await readProfile(page, teacher);
      expect(savedAddress).toBe(teacher.address);
      expect(birthdate).toBe('1990-01-02');
      for (const name of ['curriculum', 'video'] as const) {
        expect(files?.[name]?._id).not.toBe(before.teacher?.[name]?._id);
      }
      await page.getByRole('button', { name: profileFiles.video.watch }).click();
      await expect(page.locator('video')).toHaveJSProperty('duration', SMALL_VIDEO.seconds);
      await page.keyboard.press('Escape');

      await expect(address).toHaveValue('Being edited');
      await clickButton(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await readProfile(page, teacher)).toMatchObject({
        address: 'Being edited',
        teacher: { curriculum: { _id: files?.curriculum?._id } },
      });
    });
  });
}

test.describe('the files of a profile', () => {
  const { common, errors, profile, profileFiles, unsaved } = translations.en;

  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test(
    'are not uploaded again when saving the profile failed',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      const before = await readProfile(page, teacher);
      const requests = recordRequests(page);
      await visit('/profile', { token: teacher.token });
      await fillBirthdate(page, 'en');
      await page.route(USER_UPDATE, (route) => route.fulfill({ status: 502 }));
      await replaceFile(page, 'en', 'cv', CV);
      await expect(page.getByText(profileFiles.cv.saveFailed)).toBeVisible();
      await page.unroute(USER_UPDATE);
      expect((await readProfile(page, teacher)).teacher?.curriculum?._id).toBe(
        before.teacher?.curriculum?._id,
      );
      await page.getByRole('button', { name: common.retry, exact: true }).click();
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      expect(requests.to(DOCUMENT_UPLOAD)).toHaveLength(1);
    },
  );

  test(
    'are saved without overwriting changes from elsewhere',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      await visit('/profile', { token: teacher.token });
      await fillBirthdate(page, 'en');
      const { teacher: before } = await readProfile(page, teacher);
      await changeProfileElsewhere(page, teacher, {
        birthdate: '1990-01-02',
        address: 'Elsewhere',
        teacher: {
          courses: ['business-english'],
          curriculum: before?.curriculum?._id,
          video: before?.video?._id,
        },
      });
      await replaceFile(page, 'en', 'cv', CV);
      await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
      await page.getByLabel(translations.en.userFields.fullname).fill('Amina B.');
      await clickButton(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await readProfile(page, teacher)).toMatchObject({
        fullname: 'Amina B.',
        address: 'Elsewhere',
        teacher: { courses: [{ _id: 'business-english' }] },
      });
    },
  );

  test('require a birthdate first', { tag: only('phone') }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    await visit('/profile', { token: user.token });
    await page.getByRole('button', { name: profile.changePhoto }).click();
    await expect(page.getByText(profile.birthdateFirst)).toBeVisible();
    const birthdate = page.getByLabel(translations.en.userFields.birthdate);
    await expect(birthdate).toBeFocused();
    await expect(birthdate).toHaveAccessibleDescription(errors.birthdate_required);
  });

  test('ask before leaving during an upload', { tag: only('desktop') }, async ({ page, visit }) => {
    const teacher = await createSignedInTeacher();
    await visit('/profile', { token: teacher.token });
    await fillBirthdate(page, 'en');
    // Loading the courses moves the save button.
    await expect(page.getByRole('checkbox', { checked: true })).toBeVisible();
    await clickButton(page, profile.save);
    await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    const release = await holdRequests(page, DOCUMENT_UPLOAD);
    await replaceFile(page, 'en', 'cv', CV);
    await expect(page.getByRole('progressbar')).toBeVisible();
    const link = page.getByRole('contentinfo').getByRole('link', { name: common.pages.privacy });
    await link.click();
    const dialog = page.getByRole('alertdialog', { name: unsaved.title });
    await dialog.getByRole('button', { name: unsaved.stay }).click();
    release();
    await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();
    await link.click();
    await expect(page).toHaveURL('/privacy');
  });

  test(
    'show an error when the browser cannot play the video',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      await page.route(/\/video\/[0-9a-f]+/, (route) => route.fulfill({ body: 'no video' }));
      await visit('/profile', { token: teacher.token });
      await page.getByRole('button', { name: profileFiles.video.watch }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
        profileFiles.video.unplayable,
      );
    },
  );
});
