import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { CV, photoFile, unusualPhotoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { fillBirthdate, openPhotoDialog } from './support/profileForm.ts';
import { recordRequests } from './support/requests.ts';
import { fileInput } from './support/teacherForm.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, readProfile } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

const avatarInBar = (page: Page) => page.getByRole('banner').locator('img');

for (const { language, tag } of withoutFrench('phone')) {
  const { profile, profileFiles } = translations[language];

  test.describe(`the profile photo (${language})`, { tag }, () => {
    test('is cropped, saved and removed', async ({ page, visit }) => {
      const user = await createSignedInUser();
      await visit('/profile', { language, token: user.token });
      await fillBirthdate(page, language);
      const dialog = await openPhotoDialog(page, language);
      await fileInput(page, language, 'photo').setInputFiles(await photoFile());
      await dialog.getByRole('radio', { name: profileFiles.photo.part }).check();
      await dialog.getByRole('slider', { name: profileFiles.photo.zoom }).press('End');
      await dialog.getByRole('button', { name: profileFiles.photo.save }).click();
      await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: profile.changePhoto })).toBeFocused();
      await expect(page.getByRole('main').locator('img')).toBeVisible();
      await expect(avatarInBar(page)).toHaveJSProperty('complete', true);
      await expect(avatarInBar(page)).toHaveJSProperty('naturalWidth', 250);
      await expect(avatarInBar(page)).toHaveJSProperty('naturalHeight', 250);

      await openPhotoDialog(page, language);
      await dialog.getByRole('button', { name: profileFiles.photo.remove }).click();
      const question = page.getByRole('alertdialog', { name: profileFiles.photo.removeTitle });
      await question.getByRole('button', { name: profileFiles.photo.remove }).click();
      await expect(page.getByText(profileFiles.photo.removed, { exact: true })).toBeVisible();
      await expect(avatarInBar(page)).toBeHidden();
      expect((await readProfile(page, user)).image).toBeNull();
    });
  });
}

test.describe('the profile photo', () => {
  const { errors, profileFiles } = translations.en;

  // Chromium logs a broken image.
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test(
    'is refused when the file is not a photo',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      await visit('/profile', { token: user.token });
      await fillBirthdate(page, 'en');
      const dialog = await openPhotoDialog(page, 'en');
      const input = fileInput(page, 'en', 'photo');
      await input.setInputFiles(CV);
      await expect(dialog.getByRole('alert')).toHaveText(errors.image_file_type_wrong);
      const large = Buffer.alloc(5 * 1024 * 1024 + 1);
      await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large });
      await expect(dialog.getByRole('alert')).toHaveText(errors.image_file_too_large);
      await input.setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: CV.buffer });
      await expect(dialog.getByRole('alert')).toHaveText(
        translations.en.upload.image_compression_failed,
      );
      expect((await readProfile(page, user)).image).toBeNull();
    },
  );

  for (const { format, extent, size } of [
    { format: 'bmp', extent: 'whole', size: [400, 200] },
    { format: 'avif', extent: 'part', size: [200, 200] },
  ] as const) {
    test(
      `is taken from a file of type ${format}: ${extent}`,
      { tag: only('desktop') },
      async ({ page, visit }) => {
        const user = await createSignedInUser();
        await visit('/profile', { token: user.token });
        await fillBirthdate(page, 'en');
        const dialog = await openPhotoDialog(page, 'en');
        const path = await unusualPhotoFile(format);
        await fileInput(page, 'en', 'photo').setInputFiles({
          // Without an extension and a media type, as some phones and mail programs save it.
          name: 'photo',
          mimeType: '',
          buffer: await readFile(path),
        });
        const choice = dialog.getByRole('radio', { name: profileFiles.photo[extent] });
        if (extent === 'part') {
          await choice.check();
        }
        await expect(choice).toBeChecked();
        await dialog.getByRole('button', { name: profileFiles.photo.save }).click();
        await expect(page.getByText(profileFiles.photo.saved, { exact: true })).toBeVisible();
        const [width, height] = size;
        await expect(avatarInBar(page)).toHaveJSProperty('naturalWidth', width);
        await expect(avatarInBar(page)).toHaveJSProperty('naturalHeight', height);
      },
    );
  }

  test(
    'is loaded from a new presigned URL when the old one has expired',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      await page.clock.install();
      await visit('/profile', { token: user.token });
      await fillBirthdate(page, 'en');
      const dialog = await openPhotoDialog(page, 'en');
      await fileInput(page, 'en', 'photo').setInputFiles(await photoFile());
      await page.clock.runFor(1000);
      await dialog.getByRole('button', { name: profileFiles.photo.save }).click();
      await expect(avatarInBar(page)).toBeVisible();

      const old = (await avatarInBar(page).getAttribute('src')) ?? '';
      await page.clock.fastForward('05:00');
      await avatarInBar(page).dispatchEvent('error');
      await expect(avatarInBar(page)).toBeVisible();
      await expect(avatarInBar(page)).not.toHaveAttribute('src', old);
      const requests = recordRequests(page);
      await avatarInBar(page).dispatchEvent('error');
      await expect(avatarInBar(page)).toBeHidden();
      await page.clock.runFor(1000);
      // A URL that was just requested is not requested again.
      expect(requests.to(/users\/me/)).toHaveLength(0);
    },
  );
});
