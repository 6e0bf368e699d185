import { signedInPaths } from '../src/app/paths.ts';
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
          releaseApp();
          await waitForApp(page);
          releaseData?.();
          await waitForContentInView(page);
          await waitForIdleNetwork(page, requestsInFlight);
          const shifts = await layoutShifts(page);
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          expect.soft(sum, JSON.stringify(shifts)).toBeLessThan(BUDGET);
        });
      }
    },
  );
}
