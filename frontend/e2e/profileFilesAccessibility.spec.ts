import { expectAccessible } from './support/axe.ts';
import { CV, photoFile } from './support/files.ts';
import { tabTo } from './support/focus.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { fillBirthdate, openPhotoDialog, replaceFile } from './support/profileForm.ts';
import { fileInput } from './support/teacherForm.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { readProfile } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

test.describe('the files of a profile', () => {
  const { profile, profileFiles, upload } = translations.en;

  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test('are replaced with the keyboard only', { tag: only('desktop') }, async ({ page, visit }) => {
    // Playwright intercepts file choosers only some time after the first listener is added, so one is added early.
    page.on('filechooser', () => undefined);
    const teacher = await createSignedInTeacher();
    await visit('/profile', { token: teacher.token });
    await fillBirthdate(page, 'en');
    // The courses are loaded last. After them, no control is added to the tab order.
    await expect(page.getByRole('checkbox', { checked: true })).toBeVisible();
    const tabToButton = (name: string) => tabTo(page, page.getByRole('button', { name }));
    await tabToButton(profileFiles.cv.replace);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.keep })).toBeFocused();
    await tabToButton(profileFiles.cv.choose);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: profileFiles.cv.cancel })).toBeFocused();
    await page.getByRole('group', { name: upload.cv.label }).waitFor();
    await tabToButton(upload.choose);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(CV);
    await expect(page.getByText(profileFiles.cv.saved, { exact: true })).toBeVisible();

    await page.getByRole('button', { name: profile.changePhoto }).focus();
    await page.keyboard.press('Enter');
    await fileInput(page, 'en', 'photo').setInputFiles(await photoFile());
    const stage = page.getByRole('application', { name: profileFiles.photo.move });
    const part = page.getByRole('radio', { name: profileFiles.photo.part });
    await part.focus();
    await page.keyboard.press('Space');
    await expect(part).toBeChecked();
    // The cropper follows once the photo is decoded.
    await expect(stage).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(stage).toBeFocused();
    const picture = page.getByRole('dialog').locator('img');
    const style = await picture.getAttribute('style');
    await page.keyboard.press('ArrowLeft');
    await expect(picture).not.toHaveAttribute('style', style ?? '');
    await tabToButton(profileFiles.photo.save);
    await page.keyboard.press('Enter');
    await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
  });

  test('fit a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
    const teacher = await createSignedInTeacher();
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/profile', { token: teacher.token, language: 'fr' });
    await expect(
      page.getByRole('button', { name: translations.fr.profileFiles.video.replace }),
    ).toBeVisible();
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    await fillBirthdate(page, 'fr');
    const dialog = await openPhotoDialog(page, 'fr');
    await fileInput(page, 'fr', 'photo').setInputFiles(await photoFile());
    const save = dialog.getByRole('button', { name: translations.fr.profileFiles.photo.save });
    await save.scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport();
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
  });

  for (const { language, tag } of withoutFrench('phone')) {
    test(`no axe violations (${language})`, { tag }, async ({ page, visit }) => {
      const text = translations[language].profileFiles;
      const teacher = await createSignedInTeacher();
      const me = await readProfile(page, teacher);
      const reason = 'The CV names no experience.\nNor does the video.';
      await page.route(/\/api\/users\/me(\?|$)/, (route) => {
        const review = { status: 'declined', reason };
        const data = { ...me, teacher: { ...me.teacher, review } };
        return route.fulfill({ json: { success: true, data } });
      });
      await visit('/profile', { language, token: teacher.token });
      await test.step('a declined application, and a refused CV', async () => {
        await expect(page.getByText(text.review.declined)).toBeVisible();
        await expect(page.getByRole('blockquote')).toHaveText(reason);
        await fillBirthdate(page, language);
        await replaceFile(page, language, 'cv', { ...CV, name: 'wrong.txt' });
        await expect(
          page.getByText(translations[language].errors.cv_file_type_wrong),
        ).toBeVisible();
        await expectAccessible(page);
      });
      await test.step('the video', async () => {
        await page.getByRole('button', { name: text.video.watch }).click();
        await expect(page.locator('video')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
      });
      await test.step('the photo', async () => {
        await openPhotoDialog(page, language);
        await fileInput(page, language, 'photo').setInputFiles(await photoFile());
        await page.getByRole('radio', { name: text.photo.part }).check();
        await expect(page.getByRole('application')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
});
