import type { Page } from '@playwright/test';

/** A task blocks for the time after its first 50 ms. */
const LONG_TASK_MS = 50;

/** How long nothing may happen until a page counts as complete, in ms. */
const QUIET_MS = 1000;

export interface PageMetrics {
  /** First and largest contentful paint, in ms. */
  fcp: number;
  lcp: number;
  /** Total blocking time after the first contentful paint, in ms. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/** A task of more than 50 ms, from its start to its end, in ms. */
interface Task {
  start: number;
  end: number;
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
  const { tasks, ...rest } = await page.evaluate(
    () => (window as unknown as { result: PageMetrics & { tasks: Task[] } }).result,
  );
  const durations = tasks.map(({ start, end }) => end - Math.max(start, rest.fcp));
  return {
    ...rest,
    tbt: durations.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
  };
}

/** Runs in the browser before the page. */
function observe(): void {
  const result = { fcp: 0, lcp: 0, tasks: [] as Task[], cls: 0 };
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
  on('longtask', ({ startTime, duration }) => {
    result.tasks.push({ start: startTime, end: startTime + duration });
  });
  on('layout-shift', (entry) => {
    result.cls += (entry as PerformanceEntry & { value: number }).value;
  });
}
