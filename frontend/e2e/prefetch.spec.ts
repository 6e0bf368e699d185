import { expect, test, waitForIdleNetwork } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { coursePath } from './support/publicPaths.ts';
import { recordRequests } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';

const { pages } = translations.en.common;

test(
  'a link that was hovered opens without a request',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    await visit('/courses');
    await waitForContent(page);
    const link = page.getByRole('main').locator(`a[href="${coursePath}"]`).first();
    const [course] = await Promise.all([
      page.waitForResponse(new RegExp(`/catalogue/en${coursePath}\\?`)),
      page.waitForResponse(/\/assets\/CourseScreen-/),
      page.waitForResponse(/\/assets\/coursePage-/),
      link.hover(),
    ]);
    const { data } = (await course.json()) as { data: { name: string } };
    const requests = recordRequests(page);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: data.name })).toBeFocused();
    await waitForContent(page);
    expect(
      requests
        .to(/\/(api|catalogue)\/|\/assets\/(Course|course)[^/]*\.js$/)
        .filter((request) => request.resourceType() !== 'image')
        .map((request) => request.url())
        // The price for the visitor's country follows the page.
        .filter((url) => !url.includes('/coursePrices')),
    ).toEqual([]);
  },
);

test(
  'a screen that is loaded appears in a view transition, unless motion is reduced',
  { tag: only('desktop') },
  async ({ page, visit, requestsInFlight }) => {
    await page.addInitScript(countViewTransitions);
    await visit('/faq');
    await waitForContent(page);
    const footer = page.getByRole('contentinfo');
    const open = async (name: string, path: string) => {
      const link = footer.getByRole('link', { name });
      await link.hover();
      await waitForIdleNetwork(page, requestsInFlight);
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page).toHaveURL(path);
    };
    await open(pages.privacy, '/privacy');
    expect(await page.evaluate(() => window.viewTransitions)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(pages.faq, '/faq');
    expect(await page.evaluate(() => window.viewTransitions)).toBe(1);
  },
);

declare global {
  interface Window {
    viewTransitions: number;
  }
}

/** Runs in the browser before the page. */
function countViewTransitions(): void {
  window.viewTransitions = 0;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    window.viewTransitions += 1;
    return start(update);
  };
}
