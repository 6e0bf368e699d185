import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { translations } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

for (const { language, tag } of variants('desktop')) {
  const { offline, pages } = translations[language].common;

  test(
    `shows that the connection is lost, and once that it is back (${language})`,
    { tag },
    async ({ page, visit, context, goOffline }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.clock.install();
      await visit('/delete-info', { language });
      await goOffline();
      const notice = status(page, offline.notice);

      await test.step('the notice covers no content', async () => {
        await expect(notice).toBeInViewport({ ratio: 1 });
        const box = await notice.boundingBox();
        const title = await page.getByRole('heading', { level: 1 }).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      });

      await test.step('the notice stays visible while scrolling', async () => {
        await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
        await expect(notice).toBeInViewport({ ratio: 1 });
        const bar = await page.getByRole('banner').boundingBox();
        const scrolled = await notice.boundingBox();
        expect(scrolled?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
        await expect(
          page.getByRole('contentinfo').getByRole('link', { name: pages.deleteInfo }),
        ).toBeInViewport({ ratio: 1 });
      });

      await test.step('the notice stays until the connection is back', async () => {
        await page.clock.fastForward(60_000);
        await expect(notice).toBeVisible();
      });

      await test.step('the message that the connection is back closes by itself', async () => {
        await context.setOffline(false);
        await expect(status(page, offline.back)).toBeVisible();
        await expect(notice).toHaveCount(0);
        await expectAccessible(page);
        await page.clock.fastForward(5000);
        await expect(status(page, offline.back)).toHaveCount(0);
      });
    },
  );
}

test.describe('while offline', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test(
    'a list that failed to load is loaded when the connection is back',
    { tag: only('phone') },
    async ({ page, visit, context, goOffline }) => {
      await page.route(/\/(api|catalogue\/\w+)\/courses\?/, (route) => route.abort());
      await visit('/courses');
      await expect(page.getByRole('alert')).toContainText(translations.en.courses.outdated);
      await page.unroute(/\/(api|catalogue\/\w+)\/courses\?/);
      await goOffline();
      await expect(status(page, translations.en.common.offline.notice)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  );
});
