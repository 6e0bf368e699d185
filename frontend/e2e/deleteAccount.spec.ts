import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { signedIn } from './support/users.ts';
import { inEnglish, variants } from './support/variants.ts';
import { words } from './support/translations.ts';

type Language = keyof typeof words;

// A wrong password is refused, which Chromium reports.
test.use({ expectedMessages: /Failed to load resource/ });

/** The one of the dialogs that has this title. */
const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name });

async function askFor(page: Page, language: Language, password: string) {
  const { fields, delete: text } = words[language].account;
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.submit }).click();
}

for (const { language, tag } of variants('desktop')) {
  const { account, common } = words[language];
  const { delete: text } = account;
  const title = `deleting the account needs the password, asks, and ends the session (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const member = await signedIn();
    await visit('/delete', { language, token: member.token });
    await expect(page.getByText(text.keptText)).toBeVisible();
    await askFor(page, language, '');
    const missing = dialog(page, text.missingPassword);
    await missing.getByRole('button', { name: common.close }).click();
    const password = page.getByLabel(account.fields.password, { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');

    await askFor(page, language, 'Wrong horse 1');
    const question = dialog(page, text.question);
    await question.getByRole('button', { name: text.confirm }).click();
    const failed = dialog(page, text.failed);
    await expect(failed).toBeVisible();
    await failed.getByRole('button', { name: common.close }).click();
    await expect(page).toHaveURL('/delete');

    await askFor(page, language, member.password);
    await question.getByRole('button', { name: text.cancel }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: text.submit }).click();
    await question.getByRole('button', { name: text.confirm }).click();
    const done = dialog(page, text.done);
    await expect(done).toContainText(/./);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const loaded = page.waitForEvent('load');
    await done.getByRole('button', { name: common.close }).click();
    await loaded;
    await expect(page).toHaveURL('/');
  });
}

for (const [way, size, goOn] of [
  ['reloads', 'desktop', (page: Page) => page.reload()],
  ['goes back', 'phone', (page: Page) => page.goBack()],
] as const) {
  for (const { language, tag } of inEnglish(size)) {
    const { account, common } = words[language];
    const title = `a deletion leaves no session to who ${way} instead of closing the message (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/settings', { language, token: member.token });
      await page.getByRole('main').getByRole('link', { name: account.settings.delete }).click();
      await askFor(page, language, member.password);
      await dialog(page, account.delete.question)
        .getByRole('button', { name: account.delete.confirm })
        .click();
      await expect(dialog(page, account.delete.done)).toBeVisible();
      await goOn(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.login);
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
}
