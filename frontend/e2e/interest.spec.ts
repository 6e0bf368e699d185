import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { logIn } from './support/session.ts';
import { translations, type Language } from './support/translations.ts';
import { createVerifiedUser } from './support/users.ts';
import { variants } from './support/variants.ts';

for (const { language, tag } of variants('phone')) {
  const { about, home, services } = translations[language];

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

      const consulting = toggleOf(page, language, 'consulting');
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
      await consulting.press('Enter');
      await expect(page.getByText(services.interest.added)).toBeVisible();
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toBeFocused();
      await expectAccessible(page);

      // Where the email about an opening leads.
      await page.goto('/#pillars');
      await expect(page.getByRole('heading', { name: home.pillarsTitle })).toBeInViewport();
      await expect(consulting).toHaveAttribute('aria-pressed', 'true');
      const networking = toggleOf(page, language, 'networking');
      await expect(networking).toHaveAttribute('aria-pressed', 'false');
      await networking.click();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await consulting.click();
      await expect(page.getByText(services.interest.withdrawn)).toBeVisible();
      await expectAccessible(page);

      await page.reload();
      await expect(networking).toHaveAttribute('aria-pressed', 'true');
      await expect(consulting).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

/** The button with which a user waits for a service. */
function toggleOf(
  page: Page,
  language: Language,
  area: keyof (typeof translations)[Language]['common']['pillars'],
): Locator {
  const { common, services } = translations[language];
  const name = services.interest.tellMeOf.replace('{{service}}', common.pillars[area]);
  return page.getByRole('button', { name });
}
