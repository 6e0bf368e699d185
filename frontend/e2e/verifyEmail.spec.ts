import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { recordRequests } from './support/requests.ts';
import { logIn } from './support/session.ts';
import { translations } from './support/translations.ts';
import { registerUser } from './support/users.ts';
import { inEnglish, variants } from './support/variants.ts';

const VERIFY_EMAIL = /\/api\/users\/verify-email/;

// Chromium logs refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of inEnglish('desktop')) {
  const { common, signIn, verifyEmail } = translations[language];

  test(
    `the link verifies nothing by itself, then with one request, and leads to the login (${language})`,
    { tag },
    async ({ page, visit }) => {
      const requests = recordRequests(page);
      const user = await registerUser();
      await visit(linkIn(await nextEmailTo(user.email)), { language });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(verifyEmail.title);
      const confirm = page.getByRole('button', { name: verifyEmail.confirm });
      await expect(confirm).toBeVisible();
      await expect(page).toHaveURL('/verify-email');
      await expect(page.getByRole('main')).toContainText(user.email);
      await expect(page.getByRole('main')).not.toContainText(user.fullname);
      await page.reload();
      await expect(confirm).toBeVisible();
      expect(requests.to(VERIFY_EMAIL)).toHaveLength(0);

      await confirm.click();
      await expect(page.getByRole('status').filter({ hasText: verifyEmail.done })).toBeVisible();
      expect(requests.to(VERIFY_EMAIL)).toHaveLength(1);
      await page.reload();
      await page.getByRole('main').getByRole('link', { name: common.pages.login }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByLabel(signIn.fields.email)).toHaveValue(user.email);
      await logIn(page, language, user);
      await expect(page).toHaveURL('/');
    },
  );

  test(
    `a wrong link shows how to get another one (${language})`,
    { tag },
    async ({ page, visit }) => {
      const user = await registerUser();
      await nextEmailTo(user.email);
      await visit('/verify-email?token=wrong', { language });
      await page.getByLabel(signIn.fields.email).fill(user.email);
      await page.getByRole('button', { name: verifyEmail.resend }).click();
      await expect(page.getByRole('status').filter({ hasText: user.email })).toBeVisible();
      expect(linkIn(await nextEmailTo(user.email, 1))).toMatch(/^\/verify-email\?lang=\w\w&token=/);
    },
  );
}

for (const { language, tag } of variants('desktop')) {
  const { errors, verifyEmail } = translations[language];

  test(
    `the owner of a mailbox deletes an account that somebody else has made (${language})`,
    { tag },
    async ({ page, visit }) => {
      // Without a place where a line could break.
      const mailbox = `a${crypto.randomUUID().replaceAll('-', '')}`;
      const email = `${mailbox}@${'x'.repeat(40)}.example.org`;
      const user = await registerUser({ email }, language);
      const link = linkIn(await nextEmailTo(user.email));
      await visit(link, { language });
      await expect(page.getByRole('main')).toContainText(user.email);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => horizontalOverflow(page)).toBe(0);
      await page.getByRole('button', { name: verifyEmail.reject }).click();
      await page.getByRole('button', { name: verifyEmail.rejectConfirm }).click();
      const rejected = page.getByRole('status').filter({ hasText: verifyEmail.rejected });
      await expect(rejected).toBeVisible();
      await page.reload();
      await expect(rejected).toBeVisible();

      await page.goto('/login');
      await logIn(page, language, user);
      await expect(page.getByRole('main').getByText(errors.incorrect_credentials)).toBeVisible();
      await page.goto(link);
      await expect(page.getByText(errors.verification_invalid)).toBeVisible();
    },
  );
}

test('the outcome follows a change of language, without another request', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  const user = await registerUser();
  await visit(linkIn(await nextEmailTo(user.email)));
  await page.getByRole('button', { name: translations.en.verifyEmail.confirm }).click();
  await expect(page.getByText(translations.en.verifyEmail.done)).toBeVisible();
  await page.getByRole('button', { name: translations.en.common.navigation.language }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.getByText(translations.fr.verifyEmail.done)).toBeVisible();
  expect(requests.to(VERIFY_EMAIL)).toHaveLength(1);
});
