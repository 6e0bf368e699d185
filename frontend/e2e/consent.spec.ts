import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { logIn, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createUserWithoutConsent } from './support/users.ts';
import { variants } from './support/variants.ts';

for (const { language, tag } of variants('phone')) {
  const { common, consent, legal, settings } = translations[language];
  const title = `asks a user who has not agreed to the terms, until they agree (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const user = await createUserWithoutConsent();
    await visit('/login', { language });
    await logIn(page, language, user);
    const dialog = page.getByRole('dialog', { name: consent.first });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();

    await test.step('both texts open beside it', async () => {
      for (const part of ['privacy', 'terms'] as const) {
        const opened = page.waitForEvent('popup');
        await dialog.getByRole('link', { name: legal.parts[part].title }).click();
        const text = await opened;
        await expect(text).toHaveURL(`/privacy#${part}`);
        await expect(text.locator(`#${part}`)).toBeInViewport();
        await expect(text.getByRole('dialog')).toHaveCount(0);
        await text.close();
      }
    });

    await test.step('the account can be deleted without an agreement', async () => {
      await dialog.getByRole('link', { name: consent.delete }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(settings.delete.title);
      await expect(dialog).toBeHidden();
      await page.goBack();
      await expect(dialog).toBeVisible();
    });

    await test.step('logging out loses nothing', async () => {
      await dialog.getByRole('button', { name: common.logout.title }).click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => storedToken(page)).toBeNull();
      await page.goto('/login');
      await logIn(page, language, user);
      await expect(dialog).toBeVisible();
    });

    await dialog.getByRole('button', { name: consent.agree }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();
  });
}
