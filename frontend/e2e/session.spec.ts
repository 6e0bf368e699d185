import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { inEnglish, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function openDrawer(page: Page, language: keyof typeof words = 'en') {
  const { openMenu } = words[language].common.navigation;
  await page.getByRole('button', { name: openMenu }).click();
  return page.getByRole('dialog');
}

for (const { language, tag } of withoutFrench('desktop')) {
  const { account, common } = words[language];

  test.describe(`signed in, in ${language}`, { tag }, () => {
    test('the bar and the drawer lead to all that is the person’s', async ({
      page,
      visit,
      member,
    }) => {
      await visit('/', { language, token: member.token });
      await expect(page.getByRole('link', { name: common.navigation.login })).toBeHidden();
      await expect(page.getByRole('button', { name: common.navigation.back })).toBeHidden();

      const drawer = await openDrawer(page, language);
      await expect(drawer).toContainText(member.fullname);
      await expect(drawer).toContainText(member.email);
      await drawer.getByRole('link', { name: common.pages.settings }).click();
      await expect(page).toHaveURL('/settings');
      await page.getByRole('button', { name: common.navigation.back }).click();
      await expect(page).toHaveURL('/');

      const about = (await openDrawer(page, language)).getByRole('button', {
        name: common.navigation.aboutUs,
      });
      await expect(about).toHaveAttribute('aria-expanded', 'false');
      await about.press('Enter');
      for (const name of Object.values(common.pillars)) {
        await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible();
      }
      await page.getByRole('dialog').getByRole('link', { name: common.pillars.job }).click();
      await expect(page).toHaveURL('/about/job');
    });

    test('logout asks, and goes home', async ({ page, visit, member }) => {
      await visit('/settings', { language, token: member.token });
      const logout = (await openDrawer(page, language)).getByRole('button', {
        name: common.logout.title,
      });
      await logout.click();
      const question = page.getByRole('alertdialog', { name: common.logout.title });
      await expect(question).toContainText(common.logout.question);
      await question.getByRole('button', { name: common.logout.no, exact: true }).click();
      await expect(question).toBeHidden();
      await expect(logout).toBeFocused();
      expect(await storedToken(page)).toBe(member.token);

      await logout.click();
      await question.getByRole('button', { name: common.logout.yes }).click();
      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).toBeNull();
      await expect(
        page
          .getByRole('link', { name: common.navigation.signup })
          .or(page.getByRole('button', { name: common.navigation.openMenu }))
          .first(),
      ).toBeVisible();
    });

    test('theme and language apply at once and stay', async ({ page, visit, member }) => {
      const next = language === 'ar' ? 'fr' : 'ar';
      await visit('/settings', { language, scheme: 'dark', token: member.token });
      await page.getByRole('switch', { name: account.settings.darkMode }).press('Space');
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
      const ownName = next === 'fr' ? 'Français' : 'العربية';
      await page.getByRole('group').getByText(ownName).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words[next].common.pages.settings,
      );
      await expect(page.locator('html')).toHaveAttribute('dir', next === 'ar' ? 'rtl' : 'ltr');

      await page.reload();
      await expect(page.getByRole('radio', { name: ownName })).toBeChecked();
      await expect(page.getByRole('switch')).not.toBeChecked();
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
    });
  });
}

test('settings lead to the terms and to deletion', async ({ page, visit, member: { token } }) => {
  const { account, common } = words.en;
  await visit('/settings', { token });
  await page.getByRole('main').getByRole('link', { name: common.pages.privacy }).click();
  await expect(page).toHaveURL('/privacy');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: account.settings.delete }).click();
  await expect(page).toHaveURL('/delete');
});

test('who signs in comes back to where the guard has sent them from', async ({
  page,
  visit,
  member,
}) => {
  const { account } = words.en;
  await visit('/settings?from=mail');
  await expect(page).toHaveURL('/login');
  await page.getByLabel(account.fields.email).fill(member.email);
  await page.getByLabel(account.fields.password, { exact: true }).fill(member.password);
  await page.getByRole('button', { name: account.login.submit }).click();
  await expect(page).toHaveURL('/settings?from=mail');
});

test('login and signup lead members home', async ({ page, visit, member: { token } }) => {
  for (const path of ['/login', '/signup']) {
    await visit(path, { token });
    await expect(page, path).toHaveURL('/');
  }
});

test('another tab that signs out signs this one out', async ({ page, visit, context, member }) => {
  await visit('/settings', { token: member.token });
  const other = await context.newPage();
  await other.goto('/privacy');
  await other.evaluate(() => {
    localStorage.removeItem('token');
  });
  await expect(page).toHaveURL('/login');
});

test('while the person is fetched, in the language of the page, a spinner is shown and named', async ({
  page,
  visit,
  member: { token },
}) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/users\/me/, async (route) => {
    await answered;
    await route.continue();
  });
  const fetched = page.waitForRequest(/\/users\/me\?lang=fr/);
  const visited = visit('/settings', { language: 'fr', token });
  const spinner = page.getByRole('status').filter({ hasText: words.fr.common.session.loading });
  await expect(spinner).toHaveAttribute('aria-busy', 'true');
  expect(await (await fetched).headerValue('Authorization')).toBe(`Bearer ${token}`);
  answer();
  await visited;
  await expect(spinner).toBeHidden();
});

test.describe('when the person cannot be fetched', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    const title = `a refused token is forgotten, and the login says why (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      await visit('/settings', { language, token: 'any' });
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('alert')).toContainText(words[language].errors.unauthorized);
      expect(await storedToken(page)).toBeNull();
      const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
      expect(state).toEqual({ from: '/settings' });
    });
  }

  test('a refused token does not break the course list', async ({ page, visit }) => {
    await visit('/courses', { token: 'any' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByText(words.en.courses.signup.invitation)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
  });

  test('a public page does without the person', async ({ page, visit, member: { token } }) => {
    await page.route(/\/users\/me/, (route) => route.abort());
    await visit('/privacy', { token });
    expect(await storedToken(page)).toBe(token);
  });

  test('any other failure can be tried again, or left by logging out', async ({
    page,
    visit,
    member: { token },
  }) => {
    await page.route(/\/users\/me/, (route) => route.abort());
    const visited = visit('/settings', { token });
    await expect(page.getByRole('alert')).toContainText(words.en.common.session.failed);
    expect(await storedToken(page)).toBe(token);
    await page.unroute(/\/users\/me/);
    await page.getByRole('button', { name: words.en.common.retry }).click();
    await visited;
    await expect(page).toHaveURL('/settings');

    await page.route(/\/users\/me/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: words.en.common.logout.title }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
  });
});
