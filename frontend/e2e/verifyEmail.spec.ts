import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { recordRequests } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { registerUser } from './support/users.ts';
import { inEnglish } from './support/variants.ts';

const VERIFY_EMAIL = /\/api\/users\/verify-email/;

for (const { language, tag } of inEnglish('desktop')) {
  const { common, signIn } = translations[language];

  test(
    `the emailed link verifies the email address with one request, and the token leaves the URL (${language})`,
    { tag },
    async ({ page, visit }) => {
      const requests = recordRequests(page);
      const user = await registerUser();
      await visit(linkIn(await nextEmailTo(user.email)), { language });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.verifyEmail);
      const toLogin = page.getByRole('main').getByRole('link', { name: common.pages.login });
      await expect(toLogin).toBeVisible();
      await expect(page).toHaveURL('/verify-email');
      await expect(page.getByRole('status').filter({ hasText: signIn.verify.done })).toBeVisible();
      expect(requests.to(VERIFY_EMAIL)).toHaveLength(1);

      await page.reload();
      await expect(toLogin).toBeVisible();
      await toLogin.click();
      await expect(page).toHaveURL('/login');
    },
  );
}

test.describe('a wrong verification link', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    test(`shows what to do instead (${language})`, { tag }, async ({ page, visit }) => {
      await visit('/verify-email?token=wrong', { language });
      await expect(page.getByText(translations[language].signIn.verify.whatToDo)).toBeVisible();
    });
  }
});

test('the outcome follows a change of language, without another request', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  const user = await registerUser();
  await visit(linkIn(await nextEmailTo(user.email)));
  await expect(page.getByText(translations.en.signIn.verify.done)).toBeVisible();
  await page.getByRole('button', { name: translations.en.common.navigation.language }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.getByText(translations.fr.signIn.verify.done)).toBeVisible();
  expect(requests.to(VERIFY_EMAIL)).toHaveLength(1);
});
