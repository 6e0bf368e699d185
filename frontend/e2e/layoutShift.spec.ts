import type { Page } from '@playwright/test';
import { signedInPaths } from '../src/app/screenLists.ts';
import { expect, test, waitForIdleNetwork } from './support/journey.ts';
import { layoutShifts, recordLayoutShifts } from './support/layoutShift.ts';
import { waitForApp, waitForContentInView } from './support/pageReady.ts';
import { coursePath } from './support/publicPaths.ts';
import { holdRequests } from './support/requests.ts';
import { variants } from './support/variants.ts';

/** The largest cumulative layout shift of a page. */
const BUDGET = 0.01;

/** They show their content to visitors, and only a frame to signed-in users until the app has loaded. The content of `/contact` is short. */
const publicPaths = ['/', '/courses', coursePath, '/contact'];

/** Returns the distance of the brand in the bar from the side of the window where lines start, in px. */
function inlineStartOfBrand(page: Page): Promise<number> {
  const brand = page.getByRole('banner').locator('a[href="/"]');
  return brand.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const { clientWidth, dir } = document.documentElement;
    return dir === 'rtl' ? clientWidth - right : left;
  });
}

for (const { language, tag } of variants('phone')) {
  test(
    `nothing moves for signed-in users while the app and its data load (${language})`,
    { tag },
    async ({ page, visit, sharedUser: { token }, requestsInFlight }) => {
      await visit('/privacy', { language, token });
      await recordLayoutShifts(page);
      for (const path of [...signedInPaths, ...publicPaths]) {
        await test.step(path, async () => {
          const releaseApp = await holdRequests(page, /\/assets\/index-.*\.js$/);
          // The home page waits for the user, but no longer than a second.
          const releaseData = path === '/' ? undefined : await holdRequests(page, /\/api\//);
          await page.goto(`${path}?lang=${language}`, { waitUntil: 'commit' });
          await expect(page.getByRole('contentinfo')).toBeAttached();
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          const brandBefore = await inlineStartOfBrand(page);
          releaseApp();
          await waitForApp(page);
          releaseData?.();
          await waitForContentInView(page);
          await waitForIdleNetwork(page, requestsInFlight);
          const shifts = await layoutShifts(page);
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          expect.soft(sum, JSON.stringify(shifts)).toBeLessThan(BUDGET);
          // The app replaces the bar, which is no layout shift.
          expect.soft(await inlineStartOfBrand(page), 'the brand stays').toBeCloseTo(brandBefore);
        });
      }
    },
  );
}
