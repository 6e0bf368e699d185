import type { Page } from '@playwright/test';

/** Drops the timers of this time, in ms, so that the app waits as long as a busy machine needs. */
export async function dropTimers(page: Page, dropped: number): Promise<void> {
  await page.addInitScript((time) => {
    const original = window.setTimeout.bind(window);
    const replacement = (...[handler, delay, ...values]: Parameters<typeof original>) =>
      delay === time ? 0 : original(handler, delay, ...values);
    Object.assign(window, { setTimeout: replacement });
  }, dropped);
}
