import type { Page } from '@playwright/test';
import { isolatedEmail } from '../src/i18n/isolate.ts';
import { codeIn, emailsTo, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { logIn, storedToken } from './support/session.ts';
import { translations, type Language } from './support/translations.ts';
import { createSignedInUser, createVerifiedUser, type TestUser } from './support/users.ts';
import { inEnglish, variants, withoutFrench } from './support/variants.ts';

const NEW_PASSWORD = 'Another horse 2';

const codeBoxes = (page: Page, language: Language) =>
  page
    .getByRole('group', { name: translations[language].passwordReset.code.label })
    .getByRole('textbox');

const codeInBoxes = async (page: Page, language: Language) => {
  const boxes = await codeBoxes(page, language).all();
  return (await Promise.all(boxes.map(async (box) => (await box.inputValue()) || '·'))).join('');
};

/** Requests a password reset code, and returns the emailed one. */
async function requestCode(
  page: Page,
  language: Language,
  { email }: Pick<TestUser, 'email'>,
): Promise<string> {
  const { fields } = translations[language].signIn;
  const { forgot, code } = translations[language].passwordReset;
  const known = (await emailsTo(email)).length;
  await page.getByLabel(fields.email).fill(email);
  await page.getByRole('button', { name: forgot.submit }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.title);
  return codeIn(await nextEmailTo(email, known));
}

async function paste(page: Page, text: string) {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', data);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function choosePassword(page: Page, language: Language) {
  const { fields } = translations[language].signIn;
  const { newPassword } = translations[language].passwordReset;
  await page.getByLabel(fields.newPassword, { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(fields.confirmation, { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: newPassword.submit }).click();
}

for (const { language, tag } of variants('phone')) {
  const { passwordReset, signIn } = translations[language];
  const title = `sets a new password with the emailed code (${language})`;

  test(title, { tag: [...tag, '@firefox'] }, async ({ page, visit }) => {
    const user = await createVerifiedUser();
    await visit('/login', { language });
    await page.getByLabel(signIn.fields.email).fill(user.email);
    await page.getByRole('link', { name: signIn.login.forgot }).click();
    // The login form also has an email field, so the heading is awaited first.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      translations[language].common.pages.forgotPassword,
    );
    await expect(page.getByLabel(signIn.fields.email)).toHaveValue(user.email);
    const code = await requestCode(page, language, user);

    await test.step('a reload keeps the step and the email address', async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(passwordReset.code.title);
      const intro = passwordReset.code.intro.replace('{{email}}', isolatedEmail(user.email));
      await expect(page.getByText(intro)).toBeVisible();
      await expect(page.getByRole('button', { name: passwordReset.code.resend })).toBeDisabled();
      const stored = await page.evaluate(() => sessionStorage.getItem('resetProgress'));
      expect(stored).not.toContain(code);
      await codeBoxes(page, language).first().focus();
    });

    const verify = page.getByRole('button', { name: passwordReset.code.submit });
    await expect(codeBoxes(page, language).first()).toBeFocused();
    await expect(verify).toBeDisabled();
    await page.keyboard.type(code);
    await expect.poll(() => codeInBoxes(page, language)).toBe(code);
    await page.keyboard.press('Enter');

    const reset = page.getByRole('button', { name: passwordReset.newPassword.submit });
    await expect(reset).toBeDisabled();
    await page.getByLabel(signIn.fields.newPassword, { exact: true }).fill('Short 1');
    await page.getByLabel(signIn.fields.confirmation, { exact: true }).fill('Short 2');
    await page.keyboard.press('Tab');
    await expect(
      page.getByLabel(signIn.fields.confirmation, { exact: true }),
    ).toHaveAccessibleDescription(signIn.newPassword.mismatch);
    await expect(reset).toBeDisabled();
    await choosePassword(page, language);

    await expect(
      page.getByRole('status').filter({ hasText: passwordReset.newPassword.resetSuccess }),
    ).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel(signIn.fields.email)).toHaveValue(user.email);
    expect(await page.evaluate(() => sessionStorage.getItem('resetProgress'))).toBeNull();
    await logIn(page, language, { ...user, password: NEW_PASSWORD });
    await expect(page).toHaveURL('/');
  });
}

for (const { language, tag } of withoutFrench('desktop')) {
  const title = `accepts a code that is typed or pasted, from left to right (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    await visit('/forgot-password', { language });
    await requestCode(page, language, await createVerifiedUser());

    const all = codeBoxes(page, language);
    await expect(all).toHaveCount(6);
    const places = await all.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect().x),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    await paste(page, ' 12-34 56 ');
    await expect.poll(() => codeInBoxes(page, language)).toBe('123456');
    await all.nth(3).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(() => codeInBoxes(page, language)).toBe('12··56');
    await expect(all.nth(2)).toBeFocused();
    await page.keyboard.type('x٧۸');
    await expect.poll(() => codeInBoxes(page, language)).toBe('127856');
    await expect(all.nth(4)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(all.nth(3)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(all.nth(5)).toBeFocused();
  });
}

test('the back button returns to the previous step', async ({ page, visit }) => {
  const { common, passwordReset, signIn } = translations.en;
  const user = await createVerifiedUser();
  const title = page.getByRole('heading', { level: 1 });
  const back = page.getByRole('main').getByRole('button', { name: common.navigation.back });
  await visit('/forgot-password');
  const code = await requestCode(page, 'en', user);
  await paste(page, code);
  await page.getByRole('button', { name: passwordReset.code.submit }).click();
  await expect(title).toHaveText(passwordReset.newPassword.title);

  await back.click();
  await expect(title).toHaveText(passwordReset.code.title);
  // The code is used, so another one can be requested at once.
  await expect(page.getByRole('button', { name: passwordReset.code.resend })).toBeEnabled();
  await back.click();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(page.getByLabel(signIn.fields.email)).toHaveValue(user.email);
  await back.click();
  await expect(page).toHaveURL('/login');
});

test('the browser’s back and forward buttons move between the steps', async ({ page, visit }) => {
  const { common, passwordReset, signIn } = translations.en;
  const user = await createVerifiedUser();
  const title = page.getByRole('heading', { level: 1 });
  const email = page.getByLabel(signIn.fields.email);
  await visit('/login');
  await page.getByRole('link', { name: signIn.login.forgot }).click();
  await expect(title).toHaveText(common.pages.forgotPassword);
  const code = await requestCode(page, 'en', user);
  await page.goBack();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(email).toHaveValue(user.email);
  await page.goForward();
  await expect(title).toHaveText(passwordReset.code.title);
  await expect(codeBoxes(page, 'en').first()).toBeFocused();
  await paste(page, code);
  await page.getByRole('button', { name: passwordReset.code.submit }).click();
  await expect(title).toHaveText(passwordReset.newPassword.title);
  await page.goBack();
  await expect(title).toHaveText(passwordReset.code.title);
  await page.goForward();
  await expect(title).toHaveText(passwordReset.newPassword.title);

  // A reload keeps the step.
  await page.reload();
  await expect(title).toHaveText(passwordReset.newPassword.title);
  // Without the email address, no step after the first one is shown.
  await page.evaluate(() => {
    sessionStorage.removeItem('resetProgress');
  });
  await page.reload();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(email).toHaveValue('');
  await expect.poll(() => page.evaluate(() => (history.state as { idx: number }).idx)).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('another code can be requested after a minute, which clears the entered one', async ({
  page,
  visit,
}) => {
  const { passwordReset } = translations.en;
  const user = await createVerifiedUser();
  await page.clock.install();
  await visit('/forgot-password');
  await requestCode(page, 'en', user);
  await page.keyboard.type('123');
  const resend = page.getByRole('button', { name: passwordReset.code.resend });
  await expect(resend).toBeDisabled();
  await expect(
    page.getByRole('status').filter({ hasText: passwordReset.code.mayResend }),
  ).toHaveCount(0);

  await page.clock.runFor(61_000);
  await expect(
    page.getByRole('status').filter({ hasText: passwordReset.code.mayResend }),
  ).toHaveCount(1);
  const known = (await emailsTo(user.email)).length;
  await resend.click();
  const code = codeIn(await nextEmailTo(user.email, known));
  await expect.poll(() => codeInBoxes(page, 'en')).toBe('······');
  await expect(resend).toBeDisabled();
  await expect(codeBoxes(page, 'en').first()).toBeFocused();
  await paste(page, code);
  await page.getByRole('button', { name: passwordReset.code.submit }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(passwordReset.newPassword.title);
});

test('the message about the code follows a change of language', async ({ page, visit }) => {
  const { email } = await createVerifiedUser();
  await visit('/forgot-password');
  await requestCode(page, 'en', { email });
  await page.getByRole('button', { name: translations.en.common.navigation.language }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  const intro = translations.ar.passwordReset.code.intro.replace('{{email}}', isolatedEmail(email));
  await expect(page.getByText(intro)).toBeVisible();
});

test('a signed-in user who resets the password returns to the account deletion', async ({
  page,
  visit,
}) => {
  const { passwordReset, signIn } = translations.en;
  const user = await createSignedInUser();
  await visit('/delete', { token: user.token });
  await page.getByRole('link', { name: signIn.login.forgot }).click();
  const code = await requestCode(page, 'en', user);
  await paste(page, code);
  await page.getByRole('button', { name: passwordReset.code.submit }).click();
  await choosePassword(page, 'en');

  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();
  await logIn(page, 'en', { ...user, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/delete');
});

test.describe('a refused password reset', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    const { common, passwordReset, signIn } = translations[language];
    const title = `shows that the code is wrong, and returns to the first step without a reset token (${language})`;

    test(title, { tag }, async ({ page, visit, context }) => {
      const user = await createVerifiedUser();
      await visit('/forgot-password', { language });
      const code = await requestCode(page, language, user);
      const verify = page.getByRole('button', { name: passwordReset.code.submit });
      await paste(page, code === '000000' ? '000001' : '000000');
      await verify.click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        passwordReset.code.invalidCode,
      );

      await codeBoxes(page, language).first().focus();
      await paste(page, code);
      await verify.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        passwordReset.newPassword.title,
      );
      await context.clearCookies({ name: '__Host-reset' });
      await choosePassword(page, language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.forgotPassword);
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expect(page.getByLabel(signIn.fields.email)).toHaveValue(user.email);
    });
  }
});
