import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What the screens that fetch something show when it has arrived. */
const arrivals: Record<string, (main: Locator) => Locator> = {
  '/courses': (main) => main.getByRole('article'),
  '/about/courses': (main) => main.getByRole('article'),
  '/verify-email': (main) => main.getByRole('link'),
  '/profile': (main) => main.getByRole('textbox'),
};

/** Waits until the app runs: the region of the offline notice is the last part of the shell, and is never prerendered. */
export async function untilAppRuns(page: Page): Promise<void> {
  await expect(page.locator('header + [role="status"]')).toBeAttached();
}

/** Waits until the app runs and the screen shows all that it fetches, further down as well. */
export async function untilComplete(page: Page): Promise<void> {
  await untilAppRuns(page);
  const arrival = arrivals[new URL(page.url()).pathname];
  if (arrival) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(arrival(page.getByRole('main')).first()).toBeVisible();
  }
}

/** By how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Remembers the prerendered heading, for {@link keptHeading}. */
export async function markHeading(page: Page): Promise<void> {
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

/** Whether the heading is the prerendered one: one that does not match what React renders is replaced. */
export function keptHeading(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (window as unknown as { first: Element }).first === document.querySelector('h1'),
  );
}

/** Waits until React has hydrated the heading: it marks the elements that are its own. The screen comes after the shell. */
export async function untilHydrated(page: Page): Promise<void> {
  await untilAppRuns(page);
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1') ?? {};
    return Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
  });
}
