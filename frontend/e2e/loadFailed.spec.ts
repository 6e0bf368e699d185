import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { recordRequests } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { withoutFrench } from './support/variants.ts';

/**
 * Messages that Chromium and the app log about a failed load. React logs error #422 when the load fails while the prerendered page is
 * being hydrated. The timing decides whether it fails before or during the hydration.
 */
test.use({
  expectedConsoleMessages:
    /Failed to load resource|dynamically imported module|Unable to preload|There are no translations|could not be fetched|React error #422/,
});

const { retry, loadFailed, crash, pages } = translations.en.common;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const { language, tag } of withoutFrench('desktop')) {
  const { common, courses } = translations[language];

  test.describe(`a screen whose code cannot be loaded (${language})`, { tag }, () => {
    test('can be retried in its place', async ({ page, visit }) => {
      await page.route(/CoursesScreen-.*\.js/, (route) => route.abort());
      await visit('/courses', { language });
      await expect(heading(page)).toHaveText(common.loadFailed.title);
      await expect(page.getByRole('alert')).toHaveText(common.loadFailed.message);
      await expect(page).toHaveTitle(new RegExp(`^${common.loadFailed.title}`));
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expectAccessible(page);

      await page.unroute(/CoursesScreen-.*\.js/);
      await page.getByRole('button', { name: common.retry }).press('Enter');
      await expect(heading(page)).toHaveText(courses.title);
      await expect(heading(page)).toBeFocused();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });
}

test('shows the failure after a navigation, and other screens still open', async ({
  page,
  visit,
}) => {
  // Before the visit: the page prefetches the screens of its links.
  await page.route(/PrivacyScreen/, (route) => route.abort());
  await visit('/');
  const legal = page.getByRole('contentinfo');
  await legal.getByRole('link', { name: pages.privacy }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(heading(page)).toHaveText(loadFailed.title);
  await expect(heading(page)).toBeFocused();

  await legal.getByRole('link', { name: pages.deleteInfo }).click();
  await expect(heading(page)).toHaveText(pages.deleteInfo);
  await page.unroute(/PrivacyScreen/);
  // Going back tries again.
  await page.goBack();
  await expect(heading(page)).toHaveText(pages.privacy);
});

test('offers a reload after a failed retry', async ({ page, visit }) => {
  await page.route(/CoursesScreen-.*\.js/, (route) => route.abort());
  await visit('/courses');
  const reload = page.getByRole('button', { name: crash.reload });
  await expect(reload).toHaveCount(0);
  await page.getByRole('button', { name: retry }).click();
  await expect(reload).toBeVisible();
  await expect(page.getByRole('button', { name: retry })).toBeFocused();
  await page.unroute(/CoursesScreen-.*\.js/);
  await reload.click();
  await expect(heading(page)).toHaveText(translations.en.courses.title);
});

test('a screen whose translations cannot be loaded can be retried', async ({ page, visit }) => {
  await page.route(/\/assets\/legal-/, (route) => route.abort());
  await visit('/privacy');
  await expect(heading(page)).toHaveText(loadFailed.title);
  await page.unroute(/\/assets\/legal-/);
  await page.getByRole('button', { name: retry }).click();
  await expect(heading(page)).toHaveText(pages.privacy);
});

test('the bar of a signed-in user can be retried', async ({
  page,
  visit,
  sharedUser: { token },
}) => {
  await page.route(/SignedInBar-.*\.js/, (route) => route.abort());
  await visit('/settings', { token });
  await expect(heading(page)).toHaveText(pages.settings);
  await page.unroute(/SignedInBar-.*\.js/);
  await page.getByRole('banner').getByRole('button', { name: retry }).click();
  await expect(page.getByRole('link', { name: translations.en.common.brand })).toBeVisible();
  await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1);
});

test.describe('after a new release', () => {
  /** Simulates a new release before the page prefetches: the code of the old one is gone, and the page refers to another script. */
  async function publishRelease(page: Page) {
    await page.route(/CoursesScreen-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.route('/', (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ body: '<script type="module" src="/assets/index-new.js"></script>' })
        : route.fallback(),
    );
  }

  async function openCourses(page: Page) {
    await page.getByRole('main').getByRole('link', { name: translations.en.home.explore }).click();
  }

  test('reloads the page to load a screen from the new release', async ({ page, visit }) => {
    await publishRelease(page);
    await visit('/');
    // The reloaded page belongs to the new release, whose code exists.
    await page.route('/courses', async (route) => {
      await page.unroute(/CoursesScreen-.*\.js/);
      await route.continue();
    });
    await openCourses(page);
    await expect(heading(page)).toHaveText(translations.en.courses.title);
    await expect(page).toHaveURL('/courses');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('shows the failure when the screen is still missing after one reload', async ({
    page,
    visit,
  }) => {
    await publishRelease(page);
    await visit('/');
    const requests = recordRequests(page);
    await openCourses(page);
    await expect(heading(page)).toHaveText(loadFailed.title);
    await page.getByRole('button', { name: retry }).click();
    await expect(page.getByRole('button', { name: crash.reload })).toBeVisible();
    // Not the load event, which can come after the screen is shown.
    expect(requests.all().filter((request) => request.isNavigationRequest())).toHaveLength(1);
  });
});
