import type { Page } from '@playwright/test';
import { isolatedName } from '../src/i18n/isolate.ts';
import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { recordRequests } from './support/requests.ts';
import { logIn, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createVerifiedUser, registerUser } from './support/users.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';

/** How long a message is shown (spec §9). */
const MESSAGE_MS = 3000;

for (const { language, tag } of variants('desktop')) {
  const { common, signIn } = translations[language];
  const title = `welcomes the user by name, stores the access token and opens the home page (${language})`;

  test(title, { tag: [...tag, '@firefox'] }, async ({ page, visit }) => {
    const user = await createVerifiedUser();
    await page.clock.install();
    await visit('/login', { language });
    await logIn(page, language, user);

    const welcome = signIn.welcome_message.replace('{{name}}', isolatedName(user.fullname));
    await expect(page.getByRole('status').filter({ hasText: welcome })).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await storedToken(page)).not.toBeNull();
    const profile = common.navigation.profileOf.replace('{{name}}', isolatedName(user.fullname));
    await expect(page.getByRole('link', { name: profile })).toBeVisible();
    await page.clock.fastForward(MESSAGE_MS);
    await expect(page.getByText(welcome)).toBeHidden();
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, signIn } = translations[language];
  const title = `submits on the first press, although leaving a field shows its error (${language})`;

  test(title, { tag }, async ({ page, visit, hasTouch }) => {
    await visit('/login', { language });
    const email = page.getByLabel(signIn.fields.email);
    await email.fill('nobody');
    // Near the upper edge, which an error message above would move away.
    const submit = page.getByRole('button', { name: signIn.login.submit, exact: true });
    await submit[hasTouch ? 'tap' : 'click']({ position: { x: 40, y: 2 } });
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(errors.email_invalid);
    await expect(
      page.getByLabel(signIn.fields.password, { exact: true }),
    ).toHaveAccessibleDescription(errors.missing_password);
  });
}

test.describe('a refused login', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  async function expectOutcome(page: Page, text: string) {
    await expect(page.getByRole('alert')).toHaveText(text);
    await page.clock.fastForward(MESSAGE_MS);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  }

  for (const { language, tag } of inEnglish('phone')) {
    const { common, errors, verifyEmail } = translations[language];

    test(
      `shows that the credentials are wrong, for as long as they are (${language})`,
      { tag },
      async ({ page, visit }) => {
        const user = await createVerifiedUser();
        await page.clock.install();
        await visit('/login', { language });
        await logIn(page, language, { ...user, password: 'Wrong horse 1' });
        await expectOutcome(page, errors.incorrect_credentials);

        await logIn(page, language, user);
        await expect(page).toHaveURL('/');
      },
    );

    test(
      `sends another verification link to an unverified user (${language})`,
      { tag },
      async ({ page, visit }) => {
        const user = await registerUser();
        await nextEmailTo(user.email);
        await page.clock.install();
        await visit('/login', { language });
        await logIn(page, language, user);
        await expectOutcome(page, errors.account_not_verified);

        await page.goto(linkIn(await nextEmailTo(user.email, 1)));
        await page.getByRole('button', { name: verifyEmail.confirm }).click();
        await page.getByRole('main').getByRole('link', { name: common.pages.login }).click();
        await logIn(page, language, user);
        await expect(page).toHaveURL('/');
      },
    );
  }
});

const byKeyboard = 'logs in with the keyboard only, with one request';

test(byKeyboard, { tag: only('desktop') }, async ({ page, visit }) => {
  const user = await createVerifiedUser();
  const requests = recordRequests(page);
  await visit('/login');
  await page.getByLabel(translations.en.signIn.fields.email).press('Home');
  await page.keyboard.type(user.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  expect(requests.to(/\/users\/login/)).toHaveLength(1);
});

const longName = 'a long name without spaces keeps the message on the screen';

test(longName, { tag: only('phone') }, async ({ page, visit }) => {
  const user = await createVerifiedUser({ fullname: 'Amina'.repeat(18) });
  await page.setViewportSize({ width: 320, height: 640 });
  await visit('/login');
  await logIn(page, 'en', user);
  const message = page.getByRole('status').filter({ hasText: user.fullname });
  await expect(message.getByRole('button', { name: translations.en.common.close })).toBeInViewport({
    ratio: 1,
  });
});

for (const { language, tag } of withoutFrench('phone')) {
  test(`centers a long message (${language})`, { tag }, async ({ page, visit }) => {
    const user = await createVerifiedUser({ fullname: 'Amina '.repeat(16).trim() });
    await visit('/login', { language });
    await logIn(page, language, user);
    const message = page.getByRole('status').filter({ hasText: user.fullname });
    const middle = () =>
      message.locator('> *').evaluate((bar) => {
        const { left, right } = bar.getBoundingClientRect();
        return (left + right) / document.documentElement.clientWidth;
      });
    await expect.poll(middle).toBeCloseTo(1);
  });
}
