import { linkIn, nextMailTo } from './mails.ts';
import type { Page } from '@playwright/test';
import { isolatedName } from '../src/i18n/isolate.ts';
import { expect, test } from './journey.ts';
import { registered, verified } from './people.ts';
import { languages, words } from './words.ts';

async function logIn(
  page: Page,
  language: (typeof languages)[number],
  { email, password }: { email: string; password: string },
) {
  const { fields, login } = words[language].account;
  await page.getByLabel(fields.email).fill(email);
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit }).click();
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

for (const language of languages) {
  const { account, common, errors } = words[language];

  test.describe(`the login in ${language}`, () => {
    test('welcomes by name, keeps the token, and goes home', async ({ page, visit }) => {
      const person = await verified();
      await visit('/login', { language });
      await logIn(page, language, person);

      await expect(page).toHaveURL('/');
      const welcome = account.welcome_message.replace('{{name}}', isolatedName(person.fullname));
      await expect(page.getByRole('status').filter({ hasText: welcome })).toBeVisible();
      expect(await storedToken(page)).not.toBeNull();
      const profile = common.navigation.profileOf.replace(
        '{{name}}',
        isolatedName(person.fullname),
      );
      await expect(page.getByRole('link', { name: profile })).toBeVisible();
      await expect(page.getByText(welcome)).toBeHidden();
    });

    test('asks for what is missing, at the first field', async ({ page, visit }) => {
      await visit('/login', { language });
      await page.getByRole('button', { name: account.login.submit }).click();
      const email = page.getByLabel(account.fields.email);
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(errors.email_invalid);
      await expect(
        page.getByLabel(account.fields.password, { exact: true }),
      ).toHaveAccessibleDescription(errors.missing_password);
    });

    test('takes the first press, though a field that is left turns faulty', async ({
      page,
      visit,
      hasTouch,
    }) => {
      await visit('/login', { language });
      const email = page.getByLabel(account.fields.email);
      await email.fill('nobody');
      // Where it would not be any more with a message above.
      const submit = page.getByRole('button', { name: account.login.submit });
      await submit[hasTouch ? 'tap' : 'click']({ position: { x: 40, y: 2 } });
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(errors.email_invalid);
      await expect(
        page.getByLabel(account.fields.password, { exact: true }),
      ).toHaveAccessibleDescription(errors.missing_password);
    });

    test('takes an address with the marks that were pasted along', async ({ page, visit }) => {
      const { email, password } = await verified();
      await visit('/login', { language });
      const pasted = `\u200f${email.replace('@', '\u2066@\u200b')}\u202c`;
      await logIn(page, language, { email: pasted, password });

      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).not.toBeNull();
    });

    test('writes e-mail and password from left to right', async ({ page, visit }) => {
      await visit('/login', { language });
      for (const label of [account.fields.email, account.fields.password]) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('dir', 'ltr');
      }
    });
  });

  test.describe(`a refused login in ${language}`, () => {
    test.use({ expectedMessages: /Failed to load resource/ });

    async function expectOutcome(page: Page, code: string) {
      const text = errors[code as keyof typeof errors];
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('main').getByText(text)).toBeVisible();
      expect(await storedToken(page)).toBeNull();
    }

    test('says that the credentials are wrong, and still does later', async ({ page, visit }) => {
      const person = await verified();
      await visit('/login', { language });
      await logIn(page, language, { ...person, password: 'Wrong horse 1' });
      await expectOutcome(page, 'incorrect_credentials');

      await logIn(page, language, person);
      await expect(page).toHaveURL('/');
    });

    test('mails the link again to who is not verified', async ({ page, visit }) => {
      const person = await registered();
      await nextMailTo(person.email);
      await visit('/login', { language });
      await logIn(page, language, person);
      await expectOutcome(page, 'account_not_verified');

      await page.goto(linkIn(await nextMailTo(person.email, 1)));
      await page.getByRole('main').getByRole('link', { name: common.pages.login }).click();
      await logIn(page, language, person);
      await expect(page).toHaveURL('/');
    });

    for (const [status, code] of [
      [403, 'account_blocked'],
      [429, 'too_many_attempts'],
    ] as const) {
      test(`says ${code}`, async ({ page, visit }) => {
        await page.route(/\/users\/login/, (route) =>
          route.fulfill({ status, json: { success: false, code, message: 'In another language' } }),
        );
        await visit('/login', { language });
        await logIn(page, language, { email: 'a@example.org', password: 'Correct horse 1' });
        await expectOutcome(page, code);
      });
    }
  });
}

test('the password can be seen', async ({ page, visit }) => {
  const { fields } = words.en.account;
  await visit('/login');
  const password = page.getByLabel(fields.password, { exact: true });
  const toggle = page.getByRole('button', { name: words.en.common.form.showPassword });
  await password.fill('Correct horse 1');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.press('Enter');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
});

test('password managers know the fields', async ({ page, visit }) => {
  const { fields } = words.en.account;
  await visit('/login');
  await expect(page.getByLabel(fields.email)).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel(fields.password, { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
});

test('the login works by keyboard alone, and is sent once', async ({ page, visit }) => {
  const person = await verified();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/users/login')) {
      calls.push(request.url());
    }
  });
  await visit('/login');
  await page.getByLabel(words.en.account.fields.email).press('Home');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  expect(calls).toHaveLength(1);
});

test('a name without a gap keeps the message on the screen', async ({ page, visit }) => {
  const person = await verified({ fullname: 'Amina'.repeat(18) });
  await page.setViewportSize({ width: 320, height: 640 });
  await visit('/login');
  await logIn(page, 'en', person);
  const message = page.getByRole('status').filter({ hasText: person.fullname });
  await expect(message.getByRole('button', { name: words.en.common.close })).toBeInViewport({
    ratio: 1,
  });
});

for (const language of languages) {
  test(`a long message stands in the middle (${language})`, async ({ page, visit }) => {
    const person = await verified({ fullname: 'Amina '.repeat(16).trim() });
    await visit('/login', { language });
    await logIn(page, language, person);
    const message = page.getByRole('status').filter({ hasText: person.fullname });
    const middle = message.locator('> *').evaluate((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      return (left + right) / document.documentElement.clientWidth;
    });
    expect(await middle).toBeCloseTo(1);
  });
}
