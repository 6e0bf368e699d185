import { codeIn, emailsTo, linkIn, nextEmailTo } from './support/emails.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { logIn, openDrawer } from './support/session.ts';
import { clickButton, signUpAsStudent, signupFields, signupValues } from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { variants } from './support/variants.ts';

// Chromium logs the refused login before the email address is verified.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

const subjects = {
  en: { link: /Verify/, code: /code/ },
  fr: { link: /Confirmez/, code: /code/ },
  ar: { link: /أكّد/, code: /رمز/ },
};

for (const { language, tag } of variants('phone')) {
  const { common, errors, logout, profile, settings, passwordReset, signIn, verifyEmail } =
    translations[language];
  const title = `a user signs up, uses the site, resets the password and deletes the account (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const values = signupValues();

    await test.step('signs up', async () => {
      await visit('/signup', { language });
      await signUpAsStudent(page, language, values);
      await expect(page).toHaveURL('/');
    });

    await test.step('cannot log in before the email address is verified', async () => {
      await page.goto('/login');
      await logIn(page, language, values);
      await expect(page.getByRole('main').getByText(errors.account_not_verified)).toBeVisible();
      await expect(page).toHaveURL('/login');
    });

    await test.step('follows the link in the verification email', async () => {
      const email = await nextEmailTo(values.email);
      expect(email.Subject).toMatch(subjects[language].link);
      await page.goto(linkIn(email));
    });

    await test.step('is signed in, because this browser signed up, and finds the birthdate in the profile', async () => {
      await expect(page).toHaveURL('/');
      await expect(
        page.getByRole('status').filter({ hasText: verifyEmail.signedIn }),
      ).toBeVisible();
      await (
        await openDrawer(page, language)
      )
        .getByRole('link', { name: common.pages.profile, exact: true })
        .click();
      const fields = signupFields(page, language);
      await expect(fields.birthdate).toHaveValue(values.birthdate);
      await fields.fullname.fill('Amina Haddad');
      await clickButton(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    });

    await test.step('changes the color scheme, and the language and back', async () => {
      await (
        await openDrawer(page, language)
      )
        .getByRole('link', { name: common.pages.settings })
        .click();
      await page.getByRole('switch', { name: settings.settings.darkMode }).press('Space');
      await expect.poll(async () => (await pageAppearance(page)).scheme).toBe('light');
      const names = { en: 'English', fr: 'Français', ar: 'العربية' };
      const other = language === 'ar' ? 'en' : 'ar';
      for (const [code, name] of [
        [other, names[other]],
        [language, names[language]],
      ] as const) {
        await page.getByRole('group').getByText(name).click();
        await expect.poll(async () => (await pageAppearance(page)).lang).toBe(code);
      }
    });

    await test.step('logs out', async () => {
      const drawer = await openDrawer(page, language);
      await drawer.getByRole('button', { name: common.logout.title }).click();
      await page.getByRole('button', { name: logout.yes }).click();
      await expect(page).toHaveURL('/');
    });

    const password = 'Another horse 2';
    await test.step('resets the password with the emailed code', async () => {
      await page.goto('/login');
      await page.getByRole('link', { name: signIn.login.forgot }).click();
      // The login form also has an email field, so the heading is awaited first.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.forgotPassword);
      const known = (await emailsTo(values.email)).length;
      await page.getByLabel(signIn.fields.email).fill(values.email);
      await page.getByRole('button', { name: passwordReset.forgot.submit }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(passwordReset.code.title);
      const email = await nextEmailTo(values.email, known);
      expect(email.Subject).toMatch(subjects[language].code);
      await expect(page.getByRole('textbox').first()).toBeFocused();
      await page.keyboard.type(codeIn(email));
      await page.keyboard.press('Enter');
      await page.getByLabel(signIn.fields.newPassword, { exact: true }).fill(password);
      await page.getByLabel(signIn.fields.confirmation, { exact: true }).fill(password);
      await page.getByRole('button', { name: passwordReset.newPassword.submit }).click();
      await expect(page).toHaveURL('/login');
    });

    await test.step('logs in with the new password and deletes the account', async () => {
      await logIn(page, language, { email: values.email, password });
      await expect(page).toHaveURL('/');
      await page.goto('/delete');
      await page.getByLabel(signIn.fields.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: settings.delete.submit }).click();
      await page.getByRole('button', { name: settings.delete.confirm }).click();
      const done = page.getByRole('alertdialog', { name: settings.delete.done });
      await done.getByRole('button', { name: common.close }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/login');
      await logIn(page, language, { email: values.email, password });
      await expect(page.getByRole('main').getByText(errors.incorrect_credentials)).toBeVisible();
    });
  });
}
