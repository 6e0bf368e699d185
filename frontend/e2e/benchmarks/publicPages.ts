import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { prerenderedFile, serve } from '../support/builtSite.ts';
import { prerenderedPaths } from '../support/publicPaths.ts';
import { languages } from '../support/translations.ts';

const ROUNDS = 3;

/** A mid-range phone on a slow mobile network, as in Lighthouse. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const VIEWPORT = { width: 390, height: 844 };

/** A task blocks for the time after its first 50 ms. */
const LONG_TASK_MS = 50;

/** How long nothing may happen until a page counts as complete, in ms. */
const QUIET_MS = 1000;

interface Result {
  /** Largest contentful paint, in ms. */
  lcp: number;
  /** Total blocking time, in ms. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/**
 * Measures the first visit to each public page in each language, without input until the app has loaded, and the same page with its
 * scripts taken out. Each round measures both, so that other load on the machine affects them equally.
 */
test('the largest paint of public pages, over that without scripts', async ({ browser }) => {
  test.setTimeout(3_600_000);
  const page = await serve(prerenderedFile());
  const text = await serve(prerenderedFile(), (html) =>
    html.replaceAll(/<(template|script)\b[\s\S]*?<\/\1>/g, ''),
  );
  console.log(
    `\n${'page'.padEnd(36)}  LCP ms (no scripts)  ratio  TBT ms  layout shift  (medians of ${ROUNDS})`,
  );
  for (const path of prerenderedPaths) {
    for (const language of languages) {
      const rounds: { whole: Result; bare: Result }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          whole: await visit(browser, `${page.url}${path}?lang=${language}`),
          bare: await visit(browser, `${text.url}${path}?lang=${language}`),
        });
      }
      const lcp = median(rounds.map(({ whole }) => whole.lcp));
      const bare = median(rounds.map((each) => each.bare.lcp));
      console.log(
        [
          `${path} ${language}`.padEnd(36),
          `${lcp.toFixed(0).padStart(6)} (${bare.toFixed(0)})`.padEnd(19),
          median(rounds.map((each) => each.whole.lcp / each.bare.lcp)).toFixed(2),
          median(rounds.map(({ whole }) => whole.tbt))
            .toFixed(0)
            .padStart(7),
          median(rounds.map(({ whole }) => whole.cls))
            .toFixed(3)
            .padStart(8),
        ].join('  '),
      );
    }
  }
  page.server.close();
  text.server.close();
});

/** Opens a URL in a new browser profile, on the slow device, and measures until nothing happens any more. */
async function visit(browser: Browser, url: string): Promise<Result> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(url);
  const result = await whenQuiet(page);
  await context.close();
  expect(result.lcp, url).toBeGreaterThan(0);
  return result;
}

/** Runs in the browser before the page. */
function observe(): void {
  const result = { lcp: 0, blocking: [] as number[], cls: 0 };
  Object.assign(window, { result });
  const on = (type: string, add: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(add);
    }).observe({ type, buffered: true });
  };
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

async function whenQuiet(page: Page): Promise<Result> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
  await page.waitForLoadState('networkidle');
  const { blocking, ...rest } = await page.evaluate(
    () =>
      (window as unknown as { result: { lcp: number; blocking: number[]; cls: number } }).result,
  );
  return {
    ...rest,
    tbt: blocking.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
  };
}

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
