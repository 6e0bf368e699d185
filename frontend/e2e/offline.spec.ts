import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './journey.ts';
import { languages, words } from './words.ts';

/** The notice is fetched after the page, for when nothing can be. */
async function untilNoticeIsThere(page: Page) {
  await expect(page.locator('header + [role="status"]')).toBeAttached();
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

for (const language of languages) {
  const { offline, pages } = words[language].common;

  for (const scheme of ['dark', 'light'] as const) {
    test(`a lost connection is said, and once that it is back (${language}, ${scheme})`, async ({
      page,
      visit,
      context,
    }) => {
      await page.clock.install();
      await visit('/login', { language, scheme });
      await untilNoticeIsThere(page);
      await context.setOffline(true);
      const notice = status(page, offline.notice);
      await expect(notice).toBeVisible();
      await expectAccessible(page);
      await page.clock.fastForward(60_000);
      await expect(notice).toBeVisible();

      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
      await expect(status(page, offline.back)).toBeVisible();
      await expectAccessible(page);
      await page.clock.fastForward(5000);
      await expect(status(page, offline.back)).toHaveCount(0);
    });
  }

  test(`the notice makes room for itself (${language})`, async ({ page, visit, context }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/privacy', { language });
    await untilNoticeIsThere(page);
    await context.setOffline(true);
    const notice = status(page, offline.notice);
    await expect(notice).toBeInViewport({ ratio: 1 });
    const box = await notice.boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(notice).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole('banner').boundingBox();
    const scrolled = await notice.boundingBox();
    expect(scrolled?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: pages.deleteInfo }),
    ).toBeInViewport({ ratio: 1 });
  });
}

test.describe('while offline', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  test('a list that could not be loaded comes by itself with the connection', async ({
    page,
    visit,
    context,
  }) => {
    await page.route(/\/api\/courses\?/, (route) => route.abort());
    await visit('/courses');
    await untilNoticeIsThere(page);
    await expect(page.getByRole('alert')).toContainText(words.en.courses.failed);
    await page.unroute(/\/api\/courses\?/);
    await context.setOffline(true);
    await expect(status(page, words.en.common.offline.notice)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
