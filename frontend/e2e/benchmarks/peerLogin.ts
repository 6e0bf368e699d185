import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prerenderedFile, serve } from '../support/builtSite.ts';
import { median } from '../support/median.ts';
import { metricsWhenQuiet, observeMetrics, type PageMetrics } from '../support/pageMetrics.ts';
import { saveData } from '../support/requests.ts';
import { ratio, repeat } from '../support/rounds.ts';
import { openSlowPhone } from '../support/slowPhone.ts';
import { viteBuild } from '../support/viteBuild.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const peer = join(import.meta.dirname, 'peers/authenticator');

interface Visit extends PageMetrics {
  /** The time until React handles input, in ms, when nobody touches the page, and when somebody presses a key at the first paint. */
  interactive: number;
  interactiveAfterPress: number;
  /** The JavaScript that has arrived until the untouched page handles input, compressed, in kB of 1000 bytes. */
  kilobytes: number;
  /** The JavaScript that arrives while data is saved and nobody touches the page. */
  savingKilobytes: number;
}

/** What is compared, and the decimal places that are printed. */
const rows: [name: string, metric: keyof Visit, digits: number][] = [
  ['first paint, ms', 'fcp', 0],
  ['largest paint, ms', 'lcp', 0],
  ['interactive, untouched, ms', 'interactive', 0],
  ['interactive, pressed at the first paint, ms', 'interactiveAfterPress', 0],
  ['total blocking time, ms', 'tbt', 0],
  ['JavaScript until interactive, gzip kB', 'kilobytes', 1],
  ['JavaScript, untouched, data saved, gzip kB', 'savingKilobytes', 1],
  ['layout shift', 'cls', 3],
];

/**
 * Compares the login with the page of Amplify's `Authenticator`, built as its documentation shows, on a slow phone. Each round measures
 * both, so that other load on the machine affects them equally.
 */
test('the login, compared with that of Amplify UI', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const folder = await mkdtemp(join(tmpdir(), 'masar-benchmark-'));
  await viteBuild(peer, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn');
  const site = await serve(prerenderedFile());
  const peerSite = await serve((uri) => (extname(uri) ? uri : '/index.html'), { folder });

  const rounds = await repeat(ROUNDS, async () => ({
    login: await visit(browser, `${site.url}/login?lang=en`),
    authenticator: await visit(browser, peerSite.url),
  }));
  console.table(
    rows.map(([name, metric, digits]) => {
      const value = (page: 'login' | 'authenticator') =>
        median(rounds.map((round) => round[page][metric])).toFixed(digits);
      const ratios = rounds.map(
        ({ login, authenticator }) => login[metric] / authenticator[metric],
      );
      return {
        '': name,
        '/login': value('login'),
        Authenticator: value('authenticator'),
        ratio: ratios.every(Number.isFinite) ? ratio(ratios) : '–',
      };
    }),
  );
  [site, peerSite].forEach(({ server }) => server.close());
  await rm(folder, { recursive: true });
});

/** Opens a URL three times, each time in a new browser profile. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const untouched = await open(browser, url, async (page) => {
    const interactive = await timeUntilInteractive(page);
    const metrics = await metricsWhenQuiet(page);
    return { ...metrics, interactive, kilobytes: await loadedKilobytes(page, interactive) };
  });
  const interactiveAfterPress = await open(browser, url, async (page) => {
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    await page.keyboard.press('Shift');
    return timeUntilInteractive(page);
  });
  const savingKilobytes = await open(
    browser,
    url,
    async (page) => {
      await metricsWhenQuiet(page);
      return loadedKilobytes(page, Infinity);
    },
    saveData,
  );
  expect(untouched.lcp, url).toBeGreaterThan(0);
  return { ...untouched, interactiveAfterPress, savingKilobytes };
}

/** Opens a URL on the slow phone, and measures it. */
async function open<Result>(
  browser: Browser,
  url: string,
  measure: (page: Page) => Promise<Result>,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  const { page, context } = await openSlowPhone(browser, { hasSlowNetwork: true });
  await observeMetrics(page);
  await prepare(page);
  await page.goto(url, { waitUntil: 'commit' });
  const result = await measure(page);
  await context.close();
  return result;
}

async function timeUntilInteractive(page: Page): Promise<number> {
  const time = await page.waitForFunction(timeWhenInteractive);
  return Number(await time.jsonValue());
}

/** Runs in the browser until React has taken over the password field. Returns the time since the navigation began, in ms. */
function timeWhenInteractive(): number | undefined {
  const field = document.querySelector('input[type=password]:enabled') ?? {};
  const isHandled = Object.keys(field).some((key) => key.startsWith('__reactProps$'));
  return isHandled ? performance.now() : undefined;
}

/** The compressed size of the scripts in the page, and of those that had arrived at a time. */
async function loadedKilobytes(page: Page, time: number): Promise<number> {
  const inline = await page.locator('script:not([src]):not([type])').allTextContents();
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ responseEnd, encodedBodySize }) => ({ end: responseEnd, bytes: encodedBodySize })),
  );
  const inlineBytes = inline.length > 0 ? gzipSync(inline.join('')).length : 0;
  const bytes = scripts
    .filter(({ end }) => end <= time)
    .reduce((sum, script) => sum + script.bytes, inlineBytes);
  return bytes / 1000;
}
