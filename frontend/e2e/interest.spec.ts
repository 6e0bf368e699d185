import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { logIn } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createVerifiedUser } from './support/users.ts';
import { variants } from './support/variants.ts';

for (const { language, tag } of variants('phone')) {
  const { about, common } = translations[language];
  const { interest } = translations[language].services;
  const nameOf = (area: keyof typeof common.pillars) =>
    interest.tellMeOf.replace('{{service}}', common.pillars[area]);

  test.describe(`interest in a service (${language})`, { tag }, () => {
    test('a visitor logs in, comes back and waits for the service, also on the home page', async ({
      page,
      visit,
    }) => {
      const user = await createVerifiedUser();
      await visit('/about/consulting', { language });
      await page.getByRole('link', { name: about.tellMe }).click();
      await expect(page).toHaveURL('/login');
      await logIn(page, language, user);
      await expect(page).toHaveURL('/about/consulting');

      const consulting = page.getByRole('button', { name: nameOf('consulting') });
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
      await consulting.press('Enter');
      await expect(page.getByText(interest.added)).toBeVisible();
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toBeFocused();
      await expectAccessible(page);

      await page.goto('/');
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      const networking = page.getByRole('button', { name: nameOf('networking') });
      await expect(networking).toHaveAttribute('aria-pressed', 'false');
      await networking.click();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await consulting.click();
      await expect(page.getByText(interest.withdrawn)).toBeVisible();
      await expectAccessible(page);

      await page.reload();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
    });
  });
}
