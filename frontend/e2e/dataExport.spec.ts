import { readFile } from 'node:fs/promises';
import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { withoutFrench } from './support/variants.ts';

/** The first bytes of every zip file. */
const ZIP_SIGNATURE = 'PK\u0003\u0004';

// Chromium logs the refused request.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, settings, signIn } = translations[language];

  test(`a user downloads a copy of their data (${language})`, { tag }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    const section = page.getByRole('region', { name: settings.dataExport.title });
    const press = (name: string) => section.getByRole('button', { name, exact: true }).click();
    const submit = async (password: string) => {
      await section.getByLabel(signIn.fields.currentPassword, { exact: true }).fill(password);
      await press(settings.dataExport.submit);
    };

    await test.step('requests it with the password', async () => {
      await visit('/settings', { language, token: user.token });
      await press(settings.dataExport.open);
      await submit('Wrong horse 1');
      await expect(section.getByText(errors.incorrect_password)).toBeVisible();
      await submit(user.password);
    });

    await test.step('is told when it is ready', async () => {
      // The first emails are those of the verification and the sign-in.
      expect(linkIn(await nextEmailTo(user.email, 2))).toMatch(/^\/settings\?lang=\w\w$/);
    });

    await test.step('downloads it', async () => {
      const button = section.getByRole('button', { name: settings.dataExport.download });
      await expect(button).toBeVisible();
      const downloading = page.waitForEvent('download');
      await button.click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('masar-data.zip');
      const content = await readFile(await download.path(), 'latin1');
      expect(content.startsWith(ZIP_SIGNATURE)).toBe(true);
      await expect(page).toHaveURL('/settings');
    });
  });
}
