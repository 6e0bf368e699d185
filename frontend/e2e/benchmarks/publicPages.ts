import type { Browser, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { signedInPaths } from '../../src/app/paths.ts';
import { prerenderedFile, serve } from '../support/builtSite.ts';
import { waitForApp, waitForContentInView } from '../support/pageReady.ts';
import { prerenderedPaths } from '../support/publicPaths.ts';
import { saveData } from '../support/requests.ts';
import { languages, type Language } from '../support/translations.ts';
import { createSignedInUser } from '../support/users.ts';
import { median } from '../support/median.ts';
import { openSlowPhone } from '../support/slowPhone.ts';

/** `PATHS=/,/login` measures these pages only. */
const paths = process.env['PATHS']?.split(',') ?? prerenderedPaths;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

/** A task blocks for the time after its first 50 ms. */
const LONG_TASK_MS = 50;

/** How long nothing may happen until a page counts as complete, in ms. */
const QUIET_MS = 1000;

interface Result {
  /** First and largest contentful paint, in ms. */
  fcp: number;
  lcp: number;
  /** Total blocking time, in ms. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

const SCRIPTS = /<(template|script)\b[\s\S]*?<\/\1>/g;
const STYLES = /<style\b[\s\S]*?<\/style>|<link rel="(stylesheet|preload)"[^>]*>/g;

const withoutScripts = (html: string) => html.replaceAll(SCRIPTS, '');
const bareHtml = (html: string) => withoutScripts(html).replaceAll(STYLES, '');

/** The code of a page alone, which it begins to load at once: the page has no content, and the app renders all of it. */
const codeAlone = (html: string) =>
  html
    .replace(/<template id="app-scripts">([\s\S]*?)<\/template>/, '$1')
    .replace(/ data-prerendered="[^"]*"/, '')
    .replace(/<div id="root">[\s\S]*<\/div>(?=[\s\S]*<\/body>)/, '<div id="root"></div>');

const everyPage = paths.flatMap((path) => languages.map((language) => ({ path, language })));

/**
 * Measures the first visit to each public page in each language, without input until the app has loaded; the same page with its scripts
 * taken out; and without styles and fonts, too. Each round measures all, so that other load on the machine affects them equally.
 */
test('the largest paint of public pages, over that without scripts, and without styles', async ({
  browser,
}) => {
  test.setTimeout(3_600_000);
  const page = await serve(prerenderedFile());
  const text = await serve(prerenderedFile(), withoutScripts);
  const bare = await serve(prerenderedFile(), bareHtml);
  const rows = [];
  for (const { path, language } of everyPage) {
    const rounds = await repeat(async () => ({
      whole: await visit(browser, page.url + urlOf(path, language)),
      text: await visit(browser, text.url + urlOf(path, language)),
      bare: await visit(browser, bare.url + urlOf(path, language)),
    }));
    rows.push({
      page: `${path} ${language}`,
      'LCP ms': rounded(rounds.map(({ whole }) => whole.lcp)),
      'without scripts': rounded(rounds.map((round) => round.text.lcp)),
      ratio: ratio(rounds.map((round) => round.whole.lcp / round.text.lcp)),
      'that / bare HTML': ratio(rounds.map((round) => round.text.lcp / round.bare.lcp)),
      'TBT ms': rounded(rounds.map(({ whole }) => whole.tbt)),
      'layout shift': median(rounds.map(({ whole }) => whole.cls)).toFixed(3),
    });
  }
  console.table(rows);
  [page, text, bare].forEach(({ server }) => server.close());
});

/** The screens for signed-in users are compared with the login, which a visitor sees there. */
test('the first paint of signed-in users, over that of visitors', async ({ browser }) => {
  test.setTimeout(3_600_000);
  const site = await serve(prerenderedFile());
  const { token } = await createSignedInUser();
  const rows = [];
  for (const path of [...paths, ...signedInPaths]) {
    const isPublic = !(signedInPaths as readonly string[]).includes(path);
    for (const language of languages) {
      const rounds = await repeat(async () => ({
        member: await visit(browser, site.url + urlOf(path, language), token),
        visitor: await visit(browser, site.url + urlOf(isPublic ? path : '/login', language)),
      }));
      rows.push({
        page: `${path} ${language}`,
        'FCP ms': rounded(rounds.map(({ member }) => member.fcp)),
        'of visitors': rounded(rounds.map(({ visitor }) => visitor.fcp)),
        ratio: ratio(rounds.map(({ member, visitor }) => member.fcp / visitor.fcp)),
        'LCP ms': rounded(rounds.map(({ member }) => member.lcp)),
        'layout shift': median(rounds.map(({ member }) => member.cls)).toFixed(3),
      });
    }
  }
  console.table(rows);
  site.server.close();
});

/** From the first sign of intent, with nothing but the page loaded, until the app handles input. */
test('the time from intent to an interactive page, over that of its code alone', async ({
  browser,
}) => {
  test.setTimeout(3_600_000);
  const site = await serve(prerenderedFile());
  const code = await serve(prerenderedFile(), codeAlone);
  const rows = [];
  for (const { path, language } of everyPage) {
    const rounds = await repeat(async () => ({
      intent: await timeFromIntent(browser, site.url + urlOf(path, language)),
      alone: await timeOfCode(browser, code.url + urlOf(path, language)),
    }));
    rows.push({
      page: `${path} ${language}`,
      'after intent ms': rounded(rounds.map(({ intent }) => intent)),
      'code alone ms': rounded(rounds.map(({ alone }) => alone)),
      ratio: ratio(rounds.map(({ intent, alone }) => intent / alone)),
    });
  }
  console.table(rows);
  [site, code].forEach(({ server }) => server.close());
});

function urlOf(path: string, language: Language): string {
  return `${path}?lang=${language}`;
}

async function repeat<Round>(measure: () => Promise<Round>): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await measure());
  }
  return rounds;
}

const rounded = (values: number[]) => Math.round(median(values));
const ratio = (values: number[]) => median(values).toFixed(2);

/**
 * Opens a URL in a new browser profile, on the slow device, and measures until nothing happens any more. For signed-in users, the app
 * renders the page.
 */
async function visit(browser: Browser, url: string, token?: string): Promise<Result> {
  const { page, context } = await openSlowPhone(browser, { hasSlowNetwork: true, token });
  await page.addInitScript(observe);
  await page.goto(url);
  if (token) {
    await waitForContentInView(page);
  }
  const result = await whenQuiet(page);
  await context.close();
  expect(result.lcp, url).toBeGreaterThan(0);
  return result;
}

async function timeFromIntent(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openSlowPhone(browser, { hasSlowNetwork: true });
  await saveData(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const started = performance.now();
  await page.keyboard.press('Shift');
  await waitForApp(page);
  const time = performance.now() - started;
  await context.close();
  return time;
}

/** From the arrival of the page until the app handles input. */
async function timeOfCode(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openSlowPhone(browser, { hasSlowNetwork: true });
  await page.goto(url, { waitUntil: 'commit' });
  const started = performance.now();
  await waitForApp(page);
  const time = performance.now() - started;
  await context.close();
  return time;
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

async function whenQuiet(page: Page): Promise<Result> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
  await page.waitForLoadState('networkidle');
  const { blocking, ...rest } = await page.evaluate(
    () => (window as unknown as { result: Result & { blocking: number[] } }).result,
  );
  return {
    ...rest,
    tbt: blocking.reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0),
  };
}
