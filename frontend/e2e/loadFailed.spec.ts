import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

/**
 * What Chromium and the app log of what could not be fetched. React tells of it too (#422) where it failed while the prerendered page
 * was being hydrated: whether it fails before that or during it is a matter of milliseconds.
 */
test.use({
  expectedMessages:
    /Failed to load resource|dynamically imported module|Unable to preload|There are no words|could not be fetched|React error #422/,
});

const { retry, loadFailed, crash, pages } = words.en.common;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const { language, tag } of withoutFrench('desktop')) {
  const { common, courses } = words[language];

  test.describe(`a screen that cannot be fetched (${language})`, { tag }, () => {
    test('can be tried again in its place', async ({ page, visit }) => {
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

test('a navigation to it ends at what can be done, and the next one where it leads', async ({
  page,
  visit,
}) => {
  await visit('/');
  await page.route(/PrivacyScreen/, (route) => route.abort());
  const legal = page.getByRole('contentinfo');
  await legal.getByRole('link', { name: pages.privacy }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(heading(page)).toHaveText(loadFailed.title);
  await expect(heading(page)).toBeFocused();

  await legal.getByRole('link', { name: pages.deleteInfo }).click();
  await expect(heading(page)).toHaveText(pages.deleteInfo);
  await page.unroute(/PrivacyScreen/);
  await page.goBack();
  await page.getByRole('button', { name: retry }).click();
  await expect(heading(page)).toHaveText(pages.privacy);
});

test('what cannot be fetched again can be reloaded', async ({ page, visit }) => {
  await page.route(/CoursesScreen-.*\.js/, (route) => route.abort());
  await visit('/courses');
  const reload = page.getByRole('button', { name: crash.reload });
  await expect(reload).toHaveCount(0);
  await page.getByRole('button', { name: retry }).click();
  await expect(reload).toBeVisible();
  await expect(page.getByRole('button', { name: retry })).toBeFocused();
  await page.unroute(/CoursesScreen-.*\.js/);
  await reload.click();
  await expect(heading(page)).toHaveText(words.en.courses.title);
});

test('a screen without its words can be tried again', async ({ page, visit }) => {
  await page.route(/\/assets\/legal-/, (route) => route.abort());
  await visit('/privacy');
  await expect(heading(page)).toHaveText(loadFailed.title);
  await page.unroute(/\/assets\/legal-/);
  await page.getByRole('button', { name: retry }).click();
  await expect(heading(page)).toHaveText(pages.privacy);
});

test('members without their bar can try it again', async ({ page, visit, member: { token } }) => {
  await page.route(/MemberBar-.*\.js/, (route) => route.abort());
  await visit('/settings', { token });
  await expect(heading(page)).toHaveText(pages.settings);
  await page.unroute(/MemberBar-.*\.js/);
  await page.getByRole('banner').getByRole('button', { name: retry }).click();
  await expect(page.getByRole('link', { name: words.en.common.brand })).toBeVisible();
  await expect(page.getByRole('banner').locator(':focus')).toHaveCount(1);
});

test.describe('after a new release', () => {
  /** What was built before is gone, and the page starts another script than the one that is open. */
  async function release(page: Page) {
    await page.route(/CoursesScreen-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.route('/', (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ body: '<script type="module" src="/assets/index-new.js"></script>' })
        : route.fallback(),
    );
  }

  async function openCourses(page: Page) {
    await page.getByRole('main').getByRole('link', { name: words.en.home.explore }).click();
  }

  test('a screen of the old one comes by itself from the new one', async ({ page, visit }) => {
    await visit('/');
    await release(page);
    // The reloaded page is the new release, which has the screen.
    await page.route('/courses', async (route) => {
      await page.unroute(/CoursesScreen-.*\.js/);
      await route.continue();
    });
    await openCourses(page);
    await expect(heading(page)).toHaveText(words.en.courses.title);
    await expect(page).toHaveURL('/courses');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('what is missing all the same is said to be, after one reload', async ({ page, visit }) => {
    await visit('/');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await release(page);
    await openCourses(page);
    await expect(heading(page)).toHaveText(loadFailed.title);
    await page.getByRole('button', { name: retry }).click();
    await expect(page.getByRole('button', { name: crash.reload })).toBeVisible();
    expect(loads).toBe(1);
  });
});
