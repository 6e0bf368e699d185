import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { overflow, untilAppRuns } from './support/pageReady.ts';
import { expect, test } from './support/journey.ts';
import { only, variants } from './support/variants.ts';
import { words } from './support/translations.ts';

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

for (const { language, tag } of variants('desktop')) {
  const { offline, pages } = words[language].common;

  test(
    `a lost connection is said, and once that it is back (${language})`,
    { tag },
    async ({ page, visit, context }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.clock.install();
      await visit('/delete-info', { language });
      // The notice is fetched after the page, for when nothing can be.
      await untilAppRuns(page);
      await context.setOffline(true);
      const notice = status(page, offline.notice);

      await test.step('the notice makes room for itself', async () => {
        await expect(notice).toBeInViewport({ ratio: 1 });
        const box = await notice.boundingBox();
        const title = await page.getByRole('heading', { level: 1 }).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      });

      await test.step('it stays in sight', async () => {
        await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
        await expect(notice).toBeInViewport({ ratio: 1 });
        const bar = await page.getByRole('banner').boundingBox();
        const scrolled = await notice.boundingBox();
        expect(scrolled?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
        await expect(
          page.getByRole('contentinfo').getByRole('link', { name: pages.deleteInfo }),
        ).toBeInViewport({ ratio: 1 });
      });

      await test.step('it stays for as long as there is no connection', async () => {
        await page.clock.fastForward(60_000);
        await expect(notice).toBeVisible();
      });

      await test.step('that the connection is back is said for a moment', async () => {
        await context.setOffline(false);
        await expect(notice).toHaveCount(0);
        await expect(status(page, offline.back)).toBeVisible();
        await expectAccessible(page);
        await page.clock.fastForward(5000);
        await expect(status(page, offline.back)).toHaveCount(0);
      });
    },
  );
}

test.describe('while offline', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  test(
    'a list that could not be loaded comes by itself with the connection',
    { tag: only('phone') },
    async ({ page, visit, context }) => {
      await page.route(/\/api\/courses\?/, (route) => route.abort());
      await visit('/courses');
      await untilAppRuns(page);
      await expect(page.getByRole('alert')).toContainText(words.en.courses.failed);
      await page.unroute(/\/api\/courses\?/);
      await context.setOffline(true);
      await expect(status(page, words.en.common.offline.notice)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  );
});
