import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { publicPaths } from './support/publicPaths.ts';
import { translations } from './support/translations.ts';

// Chromium logs the 4xx response to a link without a verification token.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

const { navigation, notFound } = translations.en.common;

test(
  'every link of a public screen has an existing target',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    /** By URL, the path of the screen with the link. */
    const otherPages = new Map<string, string>();
    const files = new Set<string>();
    for (const path of publicPaths) {
      await visit(path);
      await waitForContent(page);
      await page.getByRole('button', { name: navigation.about }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      for (const href of await linksOf(page, 'a[download]')) {
        files.add(href);
      }
      for (const href of await linksOf(page, 'a[href]')) {
        if (withoutHash(href) === withoutHash(page.url())) {
          await expectFragment(page, href);
        } else {
          otherPages.set(href, path);
        }
      }
    }
    expect(otherPages.size).toBeGreaterThan(10);

    for (const [href, path] of otherPages) {
      await test.step(`${href}, linked from ${path}`, async () => {
        const { origin, protocol } = new URL(href);
        if (files.has(href)) {
          expect.soft((await page.request.get(href)).status(), href).toBe(200);
        } else if (origin === new URL(page.url()).origin) {
          await visit(href);
          await expect.soft(page.getByRole('heading', { level: 1 })).not.toHaveText(notFound.title);
          await expectFragment(page, href);
        } else if (protocol === 'mailto:') {
          expect.soft(href).toMatch(/^mailto:[^\s@?]+@[^\s@?]+\.[^\s@?]+$/);
        } else {
          expect.soft(protocol, href).toBe('https:');
        }
      });
    }
  },
);

/** Returns the URLs of links, as the browser resolves them. */
function linksOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (links) => [...document.querySelectorAll<HTMLAnchorElement>(links)].map(({ href }) => href),
    selector,
  );
}

function withoutHash(href: string): string | undefined {
  return href.split('#')[0];
}

/** Expects that the page has the element that the fragment of a URL names. */
async function expectFragment(page: Page, href: string): Promise<void> {
  const id = decodeURIComponent(new URL(href).hash.slice(1));
  if (id) {
    await expect.soft(page.locator(`[id="${id}"]`), href).toHaveCount(1);
  }
}
