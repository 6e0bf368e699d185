import { expect, type Locator, type Page } from '@playwright/test';
import { coursePath } from './publicPaths.ts';

/** Content that a screen fetches, by path. */
const fetchedContent: Record<string, (main: Locator) => Locator> = {
  '/': (main) => main.getByRole('heading', { level: 1 }),
  '/courses': (main) => main.getByRole('article'),
  [coursePath]: (main) => main.locator('[data-state]'),
  '/courses/no-such-course': (main) => main.locator('section').getByRole('link'),
  '/about/courses': (main) => main.getByRole('article'),
  '/verify-email': (main) => main.getByRole('link'),
  '/profile': (main) => main.getByRole('textbox'),
  '/settings': (main) => main.getByRole('listitem'),
};

/** The live region of the offline notice. It is the last part of the shell, and no page is prerendered with it. */
const APP_RUNS = 'header + [role="status"]';

/** As for `expect` in `playwright.config.ts`. */
const TIMEOUT_MS = 60_000;

/**
 * Waits until the app runs, and looks in every frame, so that benchmarks can measure the time: `expect` looks only once a second in the
 * end.
 */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction((selector) => document.querySelector(selector), APP_RUNS, {
    timeout: TIMEOUT_MS,
  });
}

/** Waits until the app runs and the screen shows what it fetches. Scrolls down, because some content is fetched when it is in view. */
export async function waitForContent(page: Page): Promise<void> {
  await waitForApp(page);
  const content = fetchedContent[new URL(page.url()).pathname];
  if (content) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(content(page.getByRole('main')).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  }
}

/** Waits until the app runs and the screen shows what it fetches for its part in view. Does not scroll. */
export async function waitForContentInView(page: Page): Promise<void> {
  await waitForApp(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** Waits until React has hydrated the heading of the screen, which comes after the shell. React marks elements that it owns. */
export async function waitForHydration(page: Page): Promise<void> {
  await waitForApp(page);
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1') ?? {};
    return Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
  });
}

/** Remembers the prerendered heading of each page that is opened, for {@link isHeadingKept}. */
export async function rememberHeading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const first = document.querySelector('h1');
      if (first) {
        Object.assign(window, { first });
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Returns whether the heading is still the prerendered element. React replaces an element that differs from what it renders. */
export function isHeadingKept(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (window as unknown as { first: Element }).first === document.querySelector('h1'),
  );
}
