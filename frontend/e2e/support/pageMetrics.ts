import type { Page } from '@playwright/test';

/** A task blocks for the time after its first 50 ms. */
const LONG_TASK_MS = 50;

/** How long nothing may happen until a page counts as complete, in ms. */
const QUIET_MS = 1000;

export interface PageMetrics {
  /** First and largest contentful paint, in ms. */
  fcp: number;
  lcp: number;
  /** Total blocking time, in ms. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/** Measures the pages that are opened from now on. */
export async function observeMetrics(page: Page): Promise<void> {
  await page.addInitScript(observe);
}

/** Returns the metrics of the page when nothing happens any more. */
export async function metricsWhenQuiet(page: Page): Promise<PageMetrics> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
  await page.waitForLoadState('networkidle');
  const { blocking, ...rest } = await page.evaluate(
    () => (window as unknown as { result: PageMetrics & { blocking: number[] } }).result,
  );
  return {
    ...rest,
    tbt: blocking.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
  };
}

/** Runs in the browser before the page. */
function observe(): void {
  const result = { fcp: 0, lcp: 0, blocking: [] as number[], cls: 0 };
  Object.assign(window, { result });
  const on = (type: string, add: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(add);
    }).observe({ type, buffered: true });
  };
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') {
      result.fcp = entry.startTime;
    }
  });
  on('largest-contentful-paint', (entry) => {
    result.lcp = entry.startTime;
  });
  on('longtask', (entry) => {
    result.blocking.push(entry.duration);
  });
  on('layout-shift', (entry) => {
    result.cls += (entry as PerformanceEntry & { value: number }).value;
  });
}
