import { expect, test } from './support/journey.ts';
import { linkIn, nextMailTo } from './support/emails.ts';
import { registered } from './support/users.ts';
import { inEnglish } from './support/variants.ts';
import { words } from './support/translations.ts';

for (const { language, tag } of inEnglish('desktop')) {
  const { account, common } = words[language];

  test(
    `the mailed link verifies, once, and hides its token (${language})`,
    { tag },
    async ({ page, visit }) => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/users/verify-email')) {
          calls.push(request.url());
        }
      });
      const person = await registered();
      await visit(linkIn(await nextMailTo(person.email)), { language });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.verifyEmail);
      const toLogin = page.getByRole('main').getByRole('link', { name: common.pages.login });
      await expect(toLogin).toBeVisible();
      await expect(page).toHaveURL('/verify-email');
      await expect(page.getByRole('status').filter({ hasText: account.verify.done })).toBeVisible();
      expect(calls).toHaveLength(1);

      await page.reload();
      await expect(toLogin).toBeVisible();
      await toLogin.click();
      await expect(page).toHaveURL('/login');
    },
  );
}

test.describe('a wrong link', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    test(`says what to do instead (${language})`, { tag }, async ({ page, visit }) => {
      await visit('/verify-email?token=wrong', { language });
      await expect(page.getByText(words[language].account.verify.whatToDo)).toBeVisible();
    });
  }
});

test('the outcome follows the language, without another call', async ({ page, visit }) => {
  let calls = 0;
  page.on('request', (request) => {
    calls += request.url().includes('/api/users/verify-email') ? 1 : 0;
  });
  const person = await registered();
  await visit(linkIn(await nextMailTo(person.email)));
  await expect(page.getByText(words.en.account.verify.done)).toBeVisible();
  await page.getByRole('button', { name: words.en.common.navigation.language }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.getByText(words.fr.account.verify.done)).toBeVisible();
  expect(calls).toBe(1);
});
