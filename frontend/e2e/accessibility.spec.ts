import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { translations } from './support/translations.ts';
import { withoutFrench } from './support/variants.ts';

// Chromium logs the 4xx responses to a wrong link and a refused login.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

/** Pages that are made of the parts of others. They are quick, so one test opens them all. */
const similarPages = [
  '/faq',
  '/contact',
  '/about/consulting',
  '/about/networking',
  '/about/psychology',
];

for (const { language, tag } of withoutFrench('phone')) {
  // All rules run on the scheme that is shown: each scheme is shown in one language.
  const scheme = language === 'ar' ? 'light' : 'dark';

  test.describe(`parts of screens (${language})`, { tag }, () => {
    test('home with animation: no axe violations', async ({ page, visit }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await visit('/', { language, scheme });
      await waitForContent(page);
      await expectAccessible(page);
    });

    test('questions, contact, services and a missing course: no axe violations', async ({
      page,
      visit,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const path of similarPages) {
        await visit(path, { language, scheme });
        await waitForContent(page);
        await page.locator('details').evaluateAll((answers) => {
          for (const answer of answers as HTMLDetailsElement[]) {
            answer.open = true;
          }
        });
        await expectAccessible(page);
      }
      await visit('/courses/no-such-course', { language, scheme });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        translations[language].coursePage.notFound.title,
      );
      await expectAccessible(page);
    });

    test('open menu: no axe violations', async ({ page, visit, isMobile }) => {
      const { navigation } = translations[language].common;
      await visit('/', { language, scheme });
      const name = isMobile ? navigation.openMenu : navigation.language;
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
      // A menu is rendered outside the landmarks. The rule `region` is a best practice of axe, not a rule of WCAG.
      await expectAccessible(page, { except: isMobile ? [] : ['region'] });
    });

    test('drawer and dialogs of a signed-in user: no axe violations', async ({
      page,
      visit,
      sharedUser: { token },
    }) => {
      const { common, logout, settings } = translations[language];
      await visit('/delete', { language, scheme, token });
      await page.getByRole('button', { name: common.navigation.openMenu }).click();
      await page.getByRole('button', { name: common.navigation.aboutUs }).click();
      await expect(page.getByRole('link', { name: common.pillars.job })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: common.logout.title }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toBeVisible();
      await expectAccessible(page);
      await question.getByRole('button', { name: logout.no, exact: true }).click();
      await expect(question).toBeHidden();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: settings.delete.submit }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('field errors and messages: no axe violations', async ({ page, visit }) => {
      const { signIn } = translations[language];
      await page.route(/\/users\/login/, (route) =>
        route.fulfill({ json: { success: false, code: 'incorrect_credentials' }, status: 401 }),
      );
      await visit('/login', { language, scheme });
      await page.getByRole('button', { name: signIn.login.submit, exact: true }).click();
      await expect(page.getByLabel(signIn.fields.email)).toBeFocused();
      await expectAccessible(page);
      await page.getByLabel(signIn.fields.email).fill('a@example.org');
      await page.getByLabel(signIn.fields.password, { exact: true }).fill('Correct horse 1');
      await page.getByRole('button', { name: signIn.login.submit, exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('steps of a password reset: no axe violations', async ({ page, visit }) => {
      const { passwordReset, signIn } = translations[language];
      await page.route(/\/users\/(request-reset|verify-reset-code)/, (route) =>
        route.fulfill({ json: { success: true, message: 'Masar' } }),
      );
      await visit('/forgot-password', { language, scheme });
      await page.getByLabel(signIn.fields.email).fill('a@example.org');
      await page.getByRole('button', { name: passwordReset.forgot.submit }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(passwordReset.code.title);
      await expectAccessible(page);
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        passwordReset.newPassword.title,
      );
      await expectAccessible(page);
    });
  });
}
