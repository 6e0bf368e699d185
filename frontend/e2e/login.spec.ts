import type { Page } from '@playwright/test';
import { isolatedName } from '../src/i18n/isolate.ts';
import { expect, test } from './support/journey.ts';
import { linkIn, nextMailTo } from './support/emails.ts';
import { registered, verified } from './support/users.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

/** Spec §9. */
const MESSAGE_MS = 3000;

async function logIn(
  page: Page,
  language: keyof typeof words,
  { email, password }: { email: string; password: string },
) {
  const { fields, login } = words[language].account;
  await page.getByLabel(fields.email).fill(email);
  await page.getByLabel(fields.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit }).click();
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

for (const { language, tag } of variants('desktop')) {
  const { account, common } = words[language];
  const title = `the login welcomes by name, keeps the token, and goes home (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const person = await verified();
    await page.clock.install();
    await visit('/login', { language });
    await logIn(page, language, person);

    await expect(page).toHaveURL('/');
    const welcome = account.welcome_message.replace('{{name}}', isolatedName(person.fullname));
    await expect(page.getByRole('status').filter({ hasText: welcome })).toBeVisible();
    expect(await storedToken(page)).not.toBeNull();
    const profile = common.navigation.profileOf.replace('{{name}}', isolatedName(person.fullname));
    await expect(page.getByRole('link', { name: profile })).toBeVisible();
    await page.clock.fastForward(MESSAGE_MS);
    await expect(page.getByText(welcome)).toBeHidden();
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { account, errors } = words[language];
  const title = `the login takes the first press, though a field that is left turns faulty (${language})`;

  test(title, { tag }, async ({ page, visit, hasTouch }) => {
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
}

test.describe('a refused login', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  async function expectOutcome(page: Page, text: string) {
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await page.clock.fastForward(MESSAGE_MS);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  }

  for (const { language, tag } of inEnglish('phone')) {
    const { common, errors } = words[language];

    test(
      `says that the credentials are wrong, and still does later (${language})`,
      { tag },
      async ({ page, visit }) => {
        const person = await verified();
        await page.clock.install();
        await visit('/login', { language });
        await logIn(page, language, { ...person, password: 'Wrong horse 1' });
        await expectOutcome(page, errors.incorrect_credentials);

        await logIn(page, language, person);
        await expect(page).toHaveURL('/');
      },
    );

    test(
      `mails the link again to who is not verified (${language})`,
      { tag },
      async ({ page, visit }) => {
        const person = await registered();
        await nextMailTo(person.email);
        await page.clock.install();
        await visit('/login', { language });
        await logIn(page, language, person);
        await expectOutcome(page, errors.account_not_verified);

        await page.goto(linkIn(await nextMailTo(person.email, 1)));
        await page.getByRole('main').getByRole('link', { name: common.pages.login }).click();
        await logIn(page, language, person);
        await expect(page).toHaveURL('/');
      },
    );
  }
});

const byKeyboard = 'the login works by keyboard alone, and is sent once';

test(byKeyboard, { tag: only('desktop') }, async ({ page, visit }) => {
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

const longName = 'a name without a gap keeps the message on the screen';

test(longName, { tag: only('phone') }, async ({ page, visit }) => {
  const person = await verified({ fullname: 'Amina'.repeat(18) });
  await page.setViewportSize({ width: 320, height: 640 });
  await visit('/login');
  await logIn(page, 'en', person);
  const message = page.getByRole('status').filter({ hasText: person.fullname });
  await expect(message.getByRole('button', { name: words.en.common.close })).toBeInViewport({
    ratio: 1,
  });
});

for (const { language, tag } of withoutFrench('phone')) {
  test(`a long message stands in the middle (${language})`, { tag }, async ({ page, visit }) => {
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
