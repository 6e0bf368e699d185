import { languageOf } from '../src/i18n/languages.ts';
import { expect, test } from './support/journey.ts';
import { holdRequests, recordRequests } from './support/requests.ts';
import { logIn, openDrawer, storedToken } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, isLive } from './support/users.ts';
import { inEnglish, withoutFrench } from './support/variants.ts';

for (const { language, tag } of withoutFrench('desktop')) {
  const { common, logout, settings } = translations[language];

  test.describe(`a signed-in user (${language})`, { tag }, () => {
    test('opens settings and about pages from the bar and the drawer', async ({
      page,
      visit,
      sharedUser,
    }) => {
      await visit('/', { language, token: sharedUser.token });
      await expect(page.getByRole('link', { name: common.navigation.login })).toBeHidden();
      await expect(page.getByRole('button', { name: common.navigation.back })).toBeHidden();

      const drawer = await openDrawer(page, language);
      await expect(drawer).toContainText(sharedUser.fullname);
      await expect(drawer).toContainText(sharedUser.email);
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

    test('logs out after a confirmation, and returns to the home page', async ({ page, visit }) => {
      const { token } = await createSignedInUser();
      await visit('/settings', { language, token });
      const logoutItem = (await openDrawer(page, language)).getByRole('button', {
        name: common.logout.title,
      });
      await logoutItem.click();
      const question = page.getByRole('alertdialog', { name: common.logout.title });
      await expect(question).toContainText(logout.question);
      await question.getByRole('button', { name: logout.no, exact: true }).click();
      await expect(question).toBeHidden();
      await expect(logoutItem).toBeFocused();
      expect(await storedToken(page)).toBe(token);

      await logoutItem.click();
      const ended = page.waitForResponse('**/users/logout');
      await question.getByRole('button', { name: logout.yes }).click();
      await expect(page).toHaveURL('/');
      expect(await storedToken(page)).toBeNull();
      expect((await ended).status()).toBe(200);
      expect(await isLive(token)).toBe(false);
      await expect(
        page
          .getByRole('link', { name: common.navigation.signup })
          .or(page.getByRole('button', { name: common.navigation.openMenu }))
          .first(),
      ).toBeVisible();
    });

    test('changes color scheme and language, which stay after a reload', async ({
      page,
      visit,
      sharedUser,
    }) => {
      const next = language === 'ar' ? 'fr' : 'ar';
      await visit('/settings', { language, scheme: 'dark', token: sharedUser.token });
      await page.getByRole('switch', { name: settings.settings.darkMode }).press('Space');
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
      const { direction, ownName } = languageOf(next);
      await page.getByRole('group').getByText(ownName).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        translations[next].common.pages.settings,
      );
      await expect(page.locator('html')).toHaveAttribute('dir', direction);

      await page.reload();
      await expect(page.getByRole('radio', { name: ownName })).toBeChecked();
      const darkMode = translations[next].settings.settings.darkMode;
      await expect(page.getByRole('switch', { name: darkMode })).not.toBeChecked();
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light');
    });
  });
}

test('the settings link to the terms and to the account deletion', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  const { common, settings } = translations.en;
  await visit('/settings', { token });
  await page.getByRole('main').getByRole('link', { name: common.pages.privacy }).click();
  await expect(page).toHaveURL('/privacy');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: settings.settings.delete }).click();
  await expect(page).toHaveURL('/delete');
});

test('signing in returns to the screen that required it', async ({ page, visit, sharedUser }) => {
  await visit('/settings?from=mail');
  await expect(page).toHaveURL('/login');
  await logIn(page, 'en', sharedUser);
  await expect(page).toHaveURL('/settings?from=mail');
});

test('login and sign-up redirect a signed-in user to the home page', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  for (const path of ['/login', '/signup']) {
    await visit(path, { token });
    await expect(page, path).toHaveURL('/');
  }
});

test('signing out in another tab signs this tab out', async ({
  page,
  visit,
  context,
  sharedUser,
}) => {
  await visit('/settings', { token: sharedUser.token });
  const other = await context.newPage();
  await other.goto('/privacy');
  await other.evaluate(() => {
    localStorage.removeItem('token');
  });
  await expect(page).toHaveURL('/login');
});

test('requests the user beside the code, once, and shows the frame meanwhile', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  const requests = recordRequests(page);
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  const requested = page.waitForRequest(/\/users\/me\?lang=ar/);
  const visited = visit('/settings', { language: 'ar', token });
  await requested;
  await expect(page.getByRole('link', { name: translations.ar.common.brand })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  release();
  await visited;
  expect(requests.to(/\/users\/me\?/)).toHaveLength(1);
});

test('shows that the user is loaded, in the language of the page', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  const release = await holdRequests(page, /\/users\/me/);
  const requested = page.waitForRequest(/\/users\/me\?lang=fr/);
  const visited = visit('/settings', { language: 'fr', token });
  const loading = page
    .getByRole('status')
    .filter({ hasText: translations.fr.common.session.loading });
  await expect(loading).toHaveAttribute('aria-busy', 'true');
  expect(await (await requested).headerValue('Authorization')).toBe(`Bearer ${token}`);
  release();
  await visited;
  await expect(loading).toBeHidden();
});

test.describe('when the user cannot be loaded', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  for (const { language, tag } of inEnglish('desktop')) {
    const title = `a refused access token is removed, and the login shows why (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      await visit('/settings', { language, token: 'any' });
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('alert')).toContainText(
        translations[language].errors.unauthorized,
      );
      expect(await storedToken(page)).toBeNull();
      const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
      expect(state).toEqual({ from: '/settings' });
    });
  }

  test('a refused access token does not break the course list', async ({ page, visit }) => {
    await visit('/courses', { token: 'any' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByText(translations.en.courses.signup.invitation)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
  });

  test('a public screen opens without the user', async ({ page, visit, sharedUser: { token } }) => {
    await page.route(/\/users\/me/, (route) => route.abort());
    await visit('/privacy', { token });
    expect(await storedToken(page)).toBe(token);
  });

  test('any other failure offers a retry and a logout', async ({ page, visit }) => {
    const { token } = await createSignedInUser();
    await page.route(/\/users\/me/, (route) => route.abort());
    const visited = visit('/settings', { token });
    await expect(page.getByRole('alert')).toContainText(translations.en.common.session.failed);
    expect(await storedToken(page)).toBe(token);
    await page.unroute(/\/users\/me/);
    await page.getByRole('button', { name: translations.en.common.retry }).click();
    await visited;
    await expect(page).toHaveURL('/settings');

    await page.route(/\/users\/me/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: translations.en.common.logout.title }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
  });
});
