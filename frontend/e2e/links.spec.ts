import type { Page } from '@playwright/test';
import { untilComplete } from './support/pageReady.ts';
import { expect, test } from './support/journey.ts';
import { publicPaths } from './support/publicPaths.ts';
import { words } from './support/translations.ts';

/** A link that is no verification link is answered with a 4xx, which Chromium reports. */
test.use({ expectedMessages: /Failed to load resource/ });

const { navigation, notFound } = words.en.common;

test(
  'every link of a public screen leads somewhere',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    test.slow();
    /** Where each was found. */
    const elsewhere = new Map<string, string>();
    for (const path of publicPaths) {
      await visit(path);
      await untilComplete(page);
      await page.getByRole('button', { name: navigation.about }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      for (const href of await linksOf(page)) {
        if (withoutHash(href) === withoutHash(page.url())) {
          await expectPlace(page, href);
        } else {
          elsewhere.set(href, path);
        }
      }
    }
    expect(elsewhere.size).toBeGreaterThan(10);

    for (const [href, path] of elsewhere) {
      await test.step(`${href}, a link of ${path}`, async () => {
        const { origin, protocol } = new URL(href);
        if (origin === new URL(page.url()).origin) {
          await visit(href);
          await expect.soft(page.getByRole('heading', { level: 1 })).not.toHaveText(notFound.title);
          await expectPlace(page, href);
        } else if (protocol === 'mailto:') {
          expect.soft(href).toMatch(/^mailto:[^\s@?]+@[^\s@?]+\.[^\s@?]+$/);
        } else {
          expect.soft(protocol, href).toBe('https:');
        }
      });
    }
  },
);

/** The addresses of all links, as the browser resolves them. */
function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
  );
}

function withoutHash(href: string): string | undefined {
  return href.split('#')[0];
}

/** The place in the page that an address names, if it does. */
async function expectPlace(page: Page, href: string): Promise<void> {
  const id = decodeURIComponent(new URL(href).hash.slice(1));
  if (id) {
    await expect.soft(page.locator(`[id="${id}"]`), href).toHaveCount(1);
  }
}
