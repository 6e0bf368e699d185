import type { Page } from '@playwright/test';
import { isolatedEmail } from '../src/i18n/isolate.ts';
import { expect, test } from './support/journey.ts';
import { codeIn, mailsTo, nextMailTo } from './support/emails.ts';
import { signedIn, verified, type Person } from './support/users.ts';
import { inEnglish, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

type Language = keyof typeof words;

const NEW_PASSWORD = 'Another horse 2';

const boxes = (page: Page, language: Language) =>
  page.getByRole('group', { name: words[language].account.code.label }).getByRole('textbox');

const typed = async (page: Page, language: Language) =>
  (
    await boxes(page, language).evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value || '·'),
    )
  ).join('');

/** Asks for a code, and returns the one that was mailed. */
async function requestCode(page: Page, language: Language, { email }: Person): Promise<string> {
  const { fields, forgot, code } = words[language].account;
  const known = (await mailsTo(email)).length;
  await page.getByLabel(fields.email).fill(email);
  await page.getByRole('button', { name: forgot.submit }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.title);
  return codeIn(await nextMailTo(email, known));
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
  const { fields, newPassword } = words[language].account;
  await page.getByLabel(fields.newPassword, { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(fields.confirmation, { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: newPassword.submit }).click();
}

for (const { language, tag } of withoutFrench('desktop')) {
  const { account } = words[language];
  const replaced = `a forgotten password is replaced with the mailed code (${language})`;
  const filled = `the boxes take the code however it comes, from left to right (${language})`;

  test(replaced, { tag }, async ({ page, visit }) => {
    const person = await verified();
    await visit('/login', { language });
    await page.getByRole('link', { name: account.login.forgot }).click();
    // The login has a field of that name as well.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words[language].common.pages.forgotPassword,
    );
    const code = await requestCode(page, language, person);

    const verify = page.getByRole('button', { name: account.code.submit });
    await expect(boxes(page, language).first()).toBeFocused();
    await expect(verify).toBeDisabled();
    await page.keyboard.type(code);
    expect(await typed(page, language)).toBe(code);
    await page.keyboard.press('Enter');

    const reset = page.getByRole('button', { name: account.newPassword.submit });
    await expect(reset).toBeDisabled();
    await page.getByLabel(account.fields.newPassword, { exact: true }).fill('Short 1');
    await page.getByLabel(account.fields.confirmation, { exact: true }).fill('Short 2');
    await page.keyboard.press('Tab');
    await expect(
      page.getByLabel(account.fields.confirmation, { exact: true }),
    ).toHaveAccessibleDescription(account.newPassword.mismatch);
    await expect(reset).toBeDisabled();
    await choosePassword(page, language);

    await expect(page).toHaveURL('/login');
    await expect(
      page.getByRole('status').filter({ hasText: account.newPassword.resetSuccess }),
    ).toBeVisible();
    await page.getByLabel(account.fields.email).fill(person.email);
    await page.getByLabel(account.fields.password, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: account.login.submit }).click();
    await expect(page).toHaveURL('/');
  });

  test(filled, { tag }, async ({ page, visit }) => {
    await visit('/forgot-password', { language });
    await requestCode(page, language, await verified());

    const all = boxes(page, language);
    await expect(all).toHaveCount(6);
    const places = await all.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect().x),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    await paste(page, ' 12-34 56 ');
    expect(await typed(page, language)).toBe('123456');
    await all.nth(3).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect(await typed(page, language)).toBe('12··56');
    await expect(all.nth(2)).toBeFocused();
    await page.keyboard.type('x٧۸');
    expect(await typed(page, language)).toBe('127856');
    await expect(all.nth(4)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(all.nth(3)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(all.nth(5)).toBeFocused();
  });
}

test('each back button leads one step back', async ({ page, visit }) => {
  const { account, common } = words.en;
  const person = await verified();
  const title = page.getByRole('heading', { level: 1 });
  const back = page.getByRole('main').getByRole('button', { name: common.navigation.back });
  await visit('/forgot-password');
  const code = await requestCode(page, 'en', person);
  await paste(page, code);
  await page.getByRole('button', { name: account.code.submit }).click();
  await expect(title).toHaveText(account.newPassword.title);

  await back.click();
  await expect(title).toHaveText(account.code.title);
  // The code is used up: nobody waits for another one.
  await expect(page.getByRole('button', { name: account.code.resend })).toBeEnabled();
  await back.click();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(page.getByLabel(account.fields.email)).toHaveValue(person.email);
  await back.click();
  await expect(page).toHaveURL('/login');
});

test('the browser’s back and forward go from step to step', async ({ page, visit }) => {
  const { account, common } = words.en;
  const person = await verified();
  const title = page.getByRole('heading', { level: 1 });
  const email = page.getByLabel(account.fields.email);
  await visit('/login');
  await page.getByRole('link', { name: account.login.forgot }).click();
  await expect(title).toHaveText(common.pages.forgotPassword);
  const code = await requestCode(page, 'en', person);
  await page.goBack();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(email).toHaveValue(person.email);
  await page.goForward();
  await expect(title).toHaveText(account.code.title);
  await expect(boxes(page, 'en').first()).toBeFocused();
  await paste(page, code);
  await page.getByRole('button', { name: account.code.submit }).click();
  await expect(title).toHaveText(account.newPassword.title);
  await page.goBack();
  await expect(title).toHaveText(account.code.title);
  await page.goForward();
  await expect(title).toHaveText(account.newPassword.title);

  // Whose password it is, a reload forgets.
  await page.reload();
  await expect(title).toHaveText(common.pages.forgotPassword);
  await expect(email).toHaveValue('');
  await expect.poll(() => page.evaluate(() => (history.state as { idx: number }).idx)).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('another code may be asked for after a pause, and clears the boxes', async ({
  page,
  visit,
}) => {
  const { account } = words.en;
  const person = await verified();
  await page.clock.install();
  await visit('/forgot-password');
  await requestCode(page, 'en', person);
  await page.keyboard.type('123');
  const resend = page.getByRole('button', { name: account.code.resend });
  await expect(resend).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: account.code.mayResend })).toHaveCount(0);

  await page.clock.runFor(61_000);
  await expect(page.getByRole('status').filter({ hasText: account.code.mayResend })).toHaveCount(1);
  const known = (await mailsTo(person.email)).length;
  await resend.click();
  const code = codeIn(await nextMailTo(person.email, known));
  await expect.poll(() => typed(page, 'en')).toBe('······');
  await expect(resend).toBeDisabled();
  await expect(boxes(page, 'en').first()).toBeFocused();
  await paste(page, code);
  await page.getByRole('button', { name: account.code.submit }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account.newPassword.title);
});

test('what was said of the code follows the language', async ({ page, visit }) => {
  const { email } = await verified();
  await visit('/forgot-password');
  await requestCode(page, 'en', { email } as Person);
  await page.getByRole('button', { name: words.en.common.navigation.language }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  const intro = words.ar.account.code.intro.replace('{{email}}', isolatedEmail(email));
  await expect(page.getByText(intro)).toBeVisible();
});

test('a member who forgot the password comes back to the deletion with another one', async ({
  page,
  visit,
}) => {
  const { account } = words.en;
  const member = await signedIn();
  await visit('/delete', { token: member.token });
  await page.getByRole('link', { name: account.login.forgot }).click();
  const code = await requestCode(page, 'en', member);
  await paste(page, code);
  await page.getByRole('button', { name: account.code.submit }).click();
  await choosePassword(page, 'en');

  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByLabel(account.fields.email).fill(member.email);
  await page.getByLabel(account.fields.password, { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: account.login.submit }).click();
  await expect(page).toHaveURL('/delete');
});

test.describe('a refused reset', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    const { account, common } = words[language];
    const title = `says that the code is wrong, and leads back when it came too late (${language})`;

    test(title, { tag }, async ({ page, visit, context }) => {
      const person = await verified();
      await visit('/forgot-password', { language });
      const code = await requestCode(page, language, person);
      const verify = page.getByRole('button', { name: account.code.submit });
      await paste(page, code === '000000' ? '000001' : '000000');
      await verify.click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        account.code.invalidCode,
      );

      await boxes(page, language).first().focus();
      await paste(page, code);
      await verify.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(account.newPassword.title);
      await context.clearCookies({ name: '__Host-reset' });
      await choosePassword(page, language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages.forgotPassword);
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expect(page.getByLabel(account.fields.email)).toHaveValue(person.email);
    });
  }
});
