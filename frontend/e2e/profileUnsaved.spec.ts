import { expect, test } from './support/journey.ts';
import { logIn, storedToken } from './support/session.ts';
import { clickButton } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { userFields } from './support/userFields.ts';
import { createSignedInUser } from './support/users.ts';
import { only, withoutFrench } from './support/variants.ts';

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

test.describe('unsaved changes of the profile', () => {
  for (const { language, tag } of withoutFrench('desktop')) {
    const title = `are restored after signing in again (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const { errors, profile } = translations[language];
      const user = await createSignedInUser();
      await visit('/profile', { language, token: user.token });
      const fields = userFields(page, language);
      await fields.birthdate.fill('2001-03-05');
      await fields.address.fill('Oran');
      await page.route(/\/api\/users\/[^/]+\?/, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 401, json: { success: false, code: 'unauthorized' } })
          : route.continue(),
      );
      await clickButton(page, profile.save);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('alert').filter({ hasText: errors.unauthorized })).toBeVisible();

      await page.unroute(/\/api\/users\/[^/]+\?/);
      await logIn(page, language, user);
      await expect(page).toHaveURL('/profile');
      await expect(page.getByText(profile.restored)).toBeVisible();
      await expect(fields.address).toHaveValue('Oran');
      await clickButton(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(page.getByText(profile.restored)).toBeHidden();
      await fields.address.fill('Annaba');
      await expect(page.getByText(profile.restored)).toBeHidden();
      await fields.address.fill('Oran');
      await page.reload();
      await expect(fields.address).toHaveValue('Oran');
      await expect(page.getByText(profile.restored)).toBeHidden();
    });
  }

  test(
    'are asked about before leaving by a link',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      const { pages } = translations.en.common;
      const { unsaved } = translations.en;
      await visit('/profile', { token: user.token });
      await userFields(page, 'en').address.fill('Elsewhere');
      const link = page.getByRole('contentinfo').getByRole('link', { name: pages.privacy });
      await link.click();
      const dialog = page.getByRole('alertdialog', { name: unsaved.title });
      await dialog.getByRole('button', { name: unsaved.stay }).click();
      await expect(dialog).toBeHidden();
      await expect(userFields(page, 'en').address).toHaveValue('Elsewhere');
      await link.click();
      await dialog.getByRole('button', { name: unsaved.leave }).click();
      await expect(page).toHaveURL('/privacy');
    },
  );

  test(
    'are asked about before going back and before logging out',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      const { navigation, logout, pages } = translations.en.common;
      const { unsaved } = translations.en;
      await visit('/courses', { token: user.token });
      const openProfile = async () => {
        await page.getByRole('button', { name: navigation.openMenu }).click();
        await page.getByRole('link', { name: pages.profile, exact: true }).click();
        await userFields(page, 'en').address.fill('Elsewhere');
      };
      const dialog = page.getByRole('alertdialog', { name: unsaved.title });
      const stay = async () => {
        await dialog.getByRole('button', { name: unsaved.stay }).click();
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL('/profile');
        await expect(userFields(page, 'en').address).toHaveValue('Elsewhere');
      };
      const leave = dialog.getByRole('button', { name: unsaved.leave });
      const back = page.getByRole('button', { name: navigation.back });

      await openProfile();
      await page.goBack();
      await stay();
      await page.goBack();
      await leave.click();
      await expect(page).toHaveURL('/courses');

      await openProfile();
      await back.click();
      await stay();
      await back.click();
      await leave.click();
      await expect(page).toHaveURL('/courses');

      await openProfile();
      const logOut = async () => {
        await page.getByRole('button', { name: navigation.openMenu }).click();
        await page.getByRole('button', { name: logout.title }).click();
        await page.getByRole('button', { name: translations.en.logout.yes }).click();
      };
      await logOut();
      await stay();
      await logOut();
      await leave.click();
      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).toBeNull();
    },
  );
});
