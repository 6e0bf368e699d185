import { isolatedEmail } from '../src/i18n/isolate.ts';
import { expectAccessible } from './support/axe.ts';
import { emailsTo, linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { clickButton, signUpAsStudent, signupValues } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { registerUser } from './support/users.ts';
import { inEnglish, variants } from './support/variants.ts';

// Chromium logs the refused request.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { checkEmail, errors, signup, verifyEmail } = translations[language];
  const title = `a user corrects a mistyped email address after the sign-up, and is signed in by the link (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const values = signupValues();
    const corrected = `correct-${values.email}`;
    const main = page.getByRole('main');
    const message = (email: string) =>
      signup.user_created_successfully.replace('{{email}}', isolatedEmail(email));

    await test.step('sees what to do next, also after a reload', async () => {
      await visit('/signup', { language });
      await signUpAsStudent(page, language, values);
      await expect(page).toHaveURL('/');
      await expect(main.getByText(message(values.email))).toBeVisible();
      await page.reload();
      await expect(main.getByText(message(values.email))).toBeVisible();
      await expect(page.getByRole('button', { name: checkEmail.resend })).toBeDisabled();
      await expectAccessible(page);
    });

    await test.step('corrects the email address', async () => {
      const taken = await registerUser();
      await clickButton(page, checkEmail.mistyped);
      const field = page.getByLabel(checkEmail.newEmail);
      await expect(field).toBeFocused();
      await field.fill(taken.email);
      await clickButton(page, checkEmail.correct);
      await expect(main.getByText(errors.user_already_exists)).toBeVisible();
      await expectAccessible(page);
      await field.fill(corrected);
      await clickButton(page, checkEmail.correct);
      await expect(main.getByText(message(corrected))).toBeVisible();
      await expect(page.getByRole('button', { name: checkEmail.mistyped })).toBeFocused();
      expect(await emailsTo(values.email)).toHaveLength(1);
    });

    await test.step('is signed in by the link', async () => {
      await page.goto(linkIn(await nextEmailTo(corrected)));
      await expect(page).toHaveURL('/');
      await expect(
        page.getByRole('status').filter({ hasText: verifyEmail.signedIn }),
      ).toBeVisible();
      await page.goto('/check-email');
      await expect(page).toHaveURL('/');
    });
  });
}

for (const { language, tag } of inEnglish('phone')) {
  test(
    `a user who is verified in another tab is signed in here, where the sign-up began (${language})`,
    { tag },
    async ({ page, visit, context }) => {
      const values = signupValues();
      await visit('/profile', { language });
      await page
        .getByRole('main')
        .getByRole('link', { name: translations[language].signIn.login.signup })
        .click();
      await signUpAsStudent(page, language, values);
      await expect(page).toHaveURL('/');
      const other = await context.newPage();
      await other.goto(linkIn(await nextEmailTo(values.email)));
      await expect(other).toHaveURL('/');
      await expect(page).toHaveURL('/profile');
    },
  );
}
