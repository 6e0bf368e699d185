import type { Page } from '@playwright/test';
import { expect, pageState, test } from './support/journey.ts';
import { codeIn, linkIn, mailsTo, nextMailTo } from './support/emails.ts';
import { entries, fieldsOf, press, signUp, type Language } from './support/signupForm.ts';
import { variants } from './support/variants.ts';
import { words } from './support/translations.ts';

// A login before the address is confirmed is refused, which Chromium reports.
test.use({ expectedMessages: /Failed to load resource/ });

async function logIn(page: Page, language: Language, email: string, password: string) {
  const { account } = words[language];
  await page.getByLabel(account.fields.email).fill(email);
  await page.getByLabel(account.fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.login.submit }).click();
}

async function openDrawer(page: Page, language: Language) {
  const { openMenu } = words[language].common.navigation;
  await page.getByRole('button', { name: openMenu }).click();
  return page.getByRole('dialog');
}

const subjects = {
  en: { link: /Verify/, code: /code/ },
  fr: { link: /Confirmez/, code: /code/ },
  ar: { link: /أكّد/, code: /رمز/ },
};

for (const { language, tag } of variants('phone')) {
  const { account, common, errors, profile } = words[language];
  const title = `somebody joins, stays for a while, forgets the password, and leaves (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    test.slow();
    const person = entries();
    const scheme = () => pageState(page);

    await test.step('signs up', async () => {
      await visit('/signup', { language });
      await signUp(page, language, person);
      await expect(page).toHaveURL('/');
    });

    await test.step('cannot log in before the address is confirmed', async () => {
      await page.goto('/login');
      await logIn(page, language, person.email, person.password);
      await expect(page.getByRole('main').getByText(errors.account_not_verified)).toBeVisible();
      await expect(page).toHaveURL('/login');
    });

    await test.step('reads the mail and follows its link', async () => {
      const mail = await nextMailTo(person.email);
      expect(mail.Subject).toMatch(subjects[language].link);
      await page.goto(linkIn(mail));
      await page.getByRole('main').getByRole('link', { name: common.pages.login }).click();
    });

    await test.step('logs in, and finds the birthdate in the profile', async () => {
      await logIn(page, language, person.email, person.password);
      await expect(page).toHaveURL('/');
      await (
        await openDrawer(page, language)
      )
        .getByRole('link', { name: common.pages.profile, exact: true })
        .click();
      const fields = fieldsOf(page, language);
      await expect(fields.birthdate).toHaveValue(person.birthdate);
      await fields.fullname.fill('Amina Haddad');
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    });

    await test.step('changes the theme, and the language and back', async () => {
      await (
        await openDrawer(page, language)
      )
        .getByRole('link', { name: common.pages.settings })
        .click();
      await page.getByRole('switch', { name: account.settings.darkMode }).press('Space');
      await expect.poll(async () => (await scheme()).scheme).toBe('light');
      const names = { en: 'English', fr: 'Français', ar: 'العربية' };
      const other = language === 'ar' ? 'en' : 'ar';
      for (const [code, name] of [
        [other, names[other]],
        [language, names[language]],
      ] as const) {
        await page.getByRole('group').getByText(name).click();
        await expect.poll(async () => (await scheme()).lang).toBe(code);
      }
    });

    await test.step('logs out', async () => {
      const drawer = await openDrawer(page, language);
      await drawer.getByRole('button', { name: common.logout.title }).click();
      await page.getByRole('button', { name: common.logout.yes }).click();
      await expect(page).toHaveURL('/');
    });

    const password = 'Another horse 2';
    await test.step('forgets the password, and sets another one with the mailed code', async () => {
      await page.goto('/login');
      await page.getByRole('link', { name: account.login.forgot }).click();
      // The login has a field of that name as well.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.forgotPassword);
      const known = (await mailsTo(person.email)).length;
      await page.getByLabel(account.fields.email).fill(person.email);
      await page.getByRole('button', { name: account.forgot.submit }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(account.code.title);
      const mail = await nextMailTo(person.email, known);
      expect(mail.Subject).toMatch(subjects[language].code);
      await expect(page.getByRole('textbox').first()).toBeFocused();
      await page.keyboard.type(codeIn(mail));
      await page.keyboard.press('Enter');
      await page.getByLabel(account.fields.newPassword, { exact: true }).fill(password);
      await page.getByLabel(account.fields.confirmation, { exact: true }).fill(password);
      await page.getByRole('button', { name: account.newPassword.submit }).click();
      await expect(page).toHaveURL('/login');
    });

    await test.step('logs in with it, and deletes the account', async () => {
      await logIn(page, language, person.email, password);
      await expect(page).toHaveURL('/');
      await page.goto('/delete');
      await page.getByLabel(account.fields.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: account.delete.submit }).click();
      await page.getByRole('button', { name: account.delete.confirm }).click();
      const done = page.getByRole('alertdialog', { name: account.delete.done });
      await done.getByRole('button', { name: common.close }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/login');
      await logIn(page, language, person.email, password);
      await expect(page.getByRole('main').getByText(errors.incorrect_credentials)).toBeVisible();
    });
  });
}
