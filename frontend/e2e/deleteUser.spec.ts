import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { storedToken } from './support/session.ts';
import { translations, type Language } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { inEnglish, variants } from './support/variants.ts';

// Chromium logs the response to a wrong password.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name });

async function requestDeletion(page: Page, language: Language, password: string) {
  const { delete: text } = translations[language].settings;
  const { fields } = translations[language].signIn;
  // The settings have a section of this name.
  const field = page.getByLabel(fields.password, { exact: true }).and(page.locator('input'));
  await field.fill(password);
  await page.getByRole('button', { name: text.submit }).click();
}

for (const { language, tag } of variants('desktop')) {
  const { common, settings, signIn } = translations[language];
  const { delete: text } = settings;
  const title = `deletes the account after password and confirmation, and ends the session (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    await visit('/delete', { language, token: user.token });
    await expect(page.getByText(text.keptText)).toBeVisible();
    await requestDeletion(page, language, '');
    const missing = dialog(page, text.missingPassword);
    await missing.getByRole('button', { name: common.close }).click();
    const password = page.getByLabel(signIn.fields.password, { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');

    await requestDeletion(page, language, 'Wrong horse 1');
    const confirmation = dialog(page, text.question);
    await confirmation.getByRole('button', { name: text.confirm }).click();
    const failed = dialog(page, text.failed);
    await expect(failed).toBeVisible();
    await failed.getByRole('button', { name: common.close }).click();
    await expect(page).toHaveURL('/delete');

    await requestDeletion(page, language, user.password);
    await confirmation.getByRole('button', { name: text.cancel }).click();
    await expect(confirmation).toBeHidden();
    await page.getByRole('button', { name: text.submit }).click();
    await confirmation.getByRole('button', { name: text.confirm }).click();
    const done = dialog(page, text.done);
    await expect(done).toContainText(/./);
    expect(await storedToken(page)).toBeNull();
    const loaded = page.waitForEvent('load');
    await done.getByRole('button', { name: common.close }).click();
    await loaded;
    await expect(page).toHaveURL('/');
  });
}

for (const [action, size, leave] of [
  ['a reload', 'desktop', (page: Page) => page.reload()],
  ['going back', 'phone', (page: Page) => page.goBack()],
] as const) {
  for (const { language, tag } of inEnglish(size)) {
    const { common, settings } = translations[language];
    const title = `the session stays ended after ${action} while the confirmation of the deletion is open (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const user = await createSignedInUser();
      await visit('/settings', { language, token: user.token });
      await page.getByRole('main').getByRole('link', { name: settings.settings.delete }).click();
      await requestDeletion(page, language, user.password);
      await dialog(page, settings.delete.question)
        .getByRole('button', { name: settings.delete.confirm })
        .click();
      await expect(dialog(page, settings.delete.done)).toBeVisible();
      await leave(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.login);
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
}
