import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import { budgetOf } from '../src/app/screenLists.ts';
import { COURSE, NOT_FOUND, screens } from '../src/app/screens.ts';
import { expect, languageCookie, test, waitForIdleNetwork } from './support/journey.ts';
import { horizontalOverflow, layOutWholePage } from './support/layout.ts';
import {
  isHeadingKept,
  rememberHeading,
  waitForContent,
  waitForHydration,
} from './support/pageReady.ts';
import { coursePath, prerenderedPaths as pages } from './support/publicPaths.ts';
import { holdRequests, recordRequests, saveData } from './support/requests.ts';
import { languages } from './support/translations.ts';
import { only } from './support/variants.ts';

/** Budgets in compressed bytes; a kB is 1000 bytes. */
const BEFORE_INTENT = 12_000;
const BLOCKING_SCRIPTS = 60_000;
const INLINE_STYLES = 5300;
const FONTS = 72_000;
const FIRST_VIEW = 350_000;

interface Download {
  path: string;
  type: string;
  bytes: number;
}

for (const language of languages) {
  test.describe(`a first visit (${language})`, { tag: [...only('phone'), '@firefox'] }, () => {
    test('hydrates every prerendered page unchanged, within its budgets, and fits 320 pixels', async ({
      page,
      context,
      baseURL,
      isMobile,
      requestsInFlight,
    }) => {
      await context.addCookies([languageCookie(language, baseURL)]);
      await rememberHeading(page);
      const traffic = new Traffic(page, requestsInFlight);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      for (const path of pages) {
        await test.step(path, async () => {
          const html = await (await page.request.get(path)).text();
          expect.soft(html, path).toContain(`<html lang="${language}"`);
          const downloads = await traffic.of(async () => {
            await page.goto(path);
            await waitForHydration(page);
          });
          // Visitors read files of the site. Only the login needs the API, for its challenge of passkeys, the page of a course, for its
          // price, and the contact page, which says whether the service answers.
          const apiRequests = downloads.filter(
            (download) => download.path.startsWith('/api/') && download.path !== apiPathOf(path),
          );
          // These rules apply to a phone. A larger window loads more images, and the prices of the next courses.
          if (isMobile) {
            expect.soft(path === '/login' ? [] : apiRequests, path).toEqual([]);
            expectWithinBudgets(path, downloads);
          }

          expect.soft(await isHeadingKept(page), `${path} keeps its heading`).toBe(true);
          const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
          expect.soft(await page.title(), path).toBe(title?.replaceAll('&#x27;', "'"));

          await page.setViewportSize({ width: 320, height: 640 });
          await waitForContent(page);
          await expect
            .configure({ soft: true })
            .poll(() => horizontalOverflow(page), `${path} is too wide`)
            .toBe(0);
          await page.setViewportSize({ width, height });
        });
      }
    });
  });
}

test('little JavaScript blocks the text of a page', { tag: only('phone') }, async ({ request }) => {
  for (const path of pages) {
    const html = await (await request.get(path)).text();
    const before = html.slice(0, html.indexOf('<h1'));
    const blocking = [
      ...before.matchAll(/<script(?![^>]*type="module")[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(
      blocking.every(([tag]) => !/^<script[^>]* src=/.test(tag)),
      path,
    ).toBe(true);
    const bytes = blocking.reduce((total, [, code = '']) => total + Buffer.byteLength(code), 0);
    expect(bytes, path).toBeLessThanOrEqual(BLOCKING_SCRIPTS);
  }
});

test('few styles delay the text of a page', { tag: only('phone') }, async ({ request }) => {
  for (const path of pages) {
    const page = await (await request.get(path)).text();
    const html = page.replaceAll(/<template\b[\s\S]*?<\/template>/g, '');
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, rules = '']) => rules);
    expect(styles.length, path).toBeGreaterThan(0);
    const bytes = gzipSync(styles.join(''), { level: 9 }).length;
    expect(bytes, path).toBeLessThanOrEqual(INLINE_STYLES);
  }
});

test('no page loads the app before the visitor uses it, while data is saved', async ({
  page,
  requestsInFlight,
}) => {
  await saveData(page);
  const requests = recordRequests(page);
  for (const path of pages) {
    await page.goto(path);
    await waitForIdleNetwork(page, requestsInFlight);
    const inline = await page.locator('script:not([type])').allTextContents();
    expect(gzipSync(inline.join(''), { level: 9 }).length, path).toBeLessThanOrEqual(BEFORE_INTENT);
  }
  const scripts = requests.all().filter((request) => request.resourceType() === 'script');
  expect(scripts.map((request) => [request.frame().url(), request.url()])).toEqual([]);
  await page.keyboard.press('Tab');
  await waitForHydration(page);
});

for (const [path, language, scheme] of [
  ['/', 'en', 'light'],
  ['/courses', 'ar', 'dark'],
  ['/login', 'fr', 'light'],
] as const) {
  test(`${path} has the styles of its first paint in itself (${language}, ${scheme})`, async ({
    page,
  }) => {
    await saveData(page);
    await page.addInitScript((chosen) => {
      localStorage.setItem('colorScheme', chosen);
    }, scheme);
    const release = await holdRequests(page, /\.css$/);
    const releaseApp = await holdRequests(page, /\/assets\/index-.*\.js$/);
    await page.goto(`${path}?lang=${language}`, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await layOutWholePage(page);
    await page.evaluate(async () => {
      for (const picture of document.images) {
        picture.loading = 'eager';
        await picture.decode();
      }
      await document.fonts.ready;
    });
    const before = await page.screenshot({ fullPage: true });
    await page.keyboard.press('Shift');
    release();
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('#late-styles')?.sheet,
    );
    expect((await page.screenshot({ fullPage: true })).equals(before)).toBe(true);
    releaseApp();
  });
}

/** Measures the downloads of a page. */
class Traffic {
  readonly #page: Page;
  readonly #inFlight: Set<Request>;
  /** Size by URL. A response from the browser's memory cache has no body to measure, so the first size is kept. */
  readonly #sizes = new Map<string, Promise<number>>();
  #downloads: Promise<Download>[] = [];
  #isMeasuring = false;

  constructor(page: Page, inFlight: Set<Request>) {
    this.#page = page;
    this.#inFlight = inFlight;
    page.on('response', (response) => {
      // Pictures further down load when the page is scrolled later, and the next navigation discards their bodies.
      if (this.#isMeasuring) {
        this.#downloads.push(this.#download(response));
      }
    });
  }

  /** Returns everything that a visit downloads until the network is idle. */
  async of(visit: () => Promise<void>): Promise<Download[]> {
    this.#downloads = [];
    this.#isMeasuring = true;
    await visit();
    await this.#page.evaluate(() => document.fonts.ready.then(() => undefined));
    await waitForIdleNetwork(this.#page, this.#inFlight);
    this.#isMeasuring = false;
    return Promise.all(this.#downloads);
  }

  async #download(response: Response): Promise<Download> {
    const url = response.url();
    const bytes = this.#sizes.get(url) ?? sizeOf(response);
    this.#sizes.set(url, bytes);
    const type = response.request().resourceType();
    return { path: new URL(url).pathname, type, bytes: await bytes };
  }
}

/** Compresses text as the CDN does. Fonts and images are compressed already. */
async function sizeOf(response: Response): Promise<number> {
  // The browser's memory cache may have discarded the body.
  const body = await response
    .body()
    .catch(async () => (await response.frame().page().request.get(response.url())).body());
  const isText =
    ['document', 'script', 'stylesheet', 'fetch', 'xhr'].includes(
      response.request().resourceType(),
    ) || /\.svg$/.test(response.url());
  return isText ? gzipSync(body, { level: 9 }).length : body.length;
}

function expectWithinBudgets(path: string, all: Download[]): void {
  const scripts = all.filter(({ type }) => type === 'script');
  const fonts = all.filter(({ type }) => type === 'font');
  expect.soft(scripts.length, `${path} has scripts`).toBeGreaterThan(0);
  expect.soft(fonts.length, `${path} has fonts`).toBeGreaterThan(0);

  const what = `JavaScript of ${path}: ${JSON.stringify(scripts)}`;
  expect.soft(sum(scripts), what).toBeLessThanOrEqual(scriptBudgetOf(path));
  expect.soft(sum(fonts), `fonts of ${path}`).toBeLessThanOrEqual(FONTS);
  expect.soft(sum(all), `all of ${path}`).toBeLessThanOrEqual(FIRST_VIEW);
}

function apiPathOf(path: string): string | undefined {
  const paths: Partial<Record<string, string>> = {
    [coursePath]: '/api/coursePrices',
    '/contact': '/api/users/registration-challenge',
  };
  return paths[path];
}

function scriptBudgetOf(path: string): number {
  const screen = path === coursePath ? COURSE : screens.find((each) => each.path === path);
  return budgetOf(screen ?? NOT_FOUND);
}

function sum(downloads: Download[]): number {
  return downloads.reduce((total, { bytes }) => total + bytes, 0);
}
