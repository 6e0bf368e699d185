import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import {
  keptHeading,
  markHeading,
  overflow,
  untilComplete,
  untilHydrated,
} from './support/pageReady.ts';
import { expect, test } from './support/journey.ts';
import { prerenderedPaths as pages } from './support/publicPaths.ts';
import { only } from './support/variants.ts';
import { languages } from './support/translations.ts';

/** In bytes of what is sent compressed; a kB is 1000 of them. */
const SCRIPTS = 130_000;
const SCRIPTS_BEFORE_READABLE = 60_000;
const FONT = 30_000;
const FIRST_VIEW = 350_000;

interface Download {
  path: string;
  type: string;
  bytes: number;
}

for (const language of languages) {
  test.describe(`a first visit in ${language}`, { tag: only('phone') }, () => {
    test('every prerendered page is hydrated as it is, keeps to its budgets and fits 320 pixels', async ({
      page,
      context,
      baseURL,
      isMobile,
    }) => {
      test.slow();
      await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }]);
      await markHeading(page);
      const traffic = new Traffic(page);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      for (const path of pages) {
        await test.step(path, async () => {
          const html = await (await page.request.get(path)).text();
          expect.soft(html, path).toContain(`<html lang="${language}"`);
          const downloads = await traffic.of(async () => {
            await page.goto(path);
            await untilHydrated(page);
          });
          // The budgets are those of a phone: in a larger window more is near.
          if (isMobile) {
            expectWithinBudgets(path, downloads);
          }

          expect.soft(await keptHeading(page), `${path} keeps its heading`).toBe(true);
          const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
          expect.soft(await page.title(), path).toBe(title?.replaceAll('&#x27;', "'"));

          await page.setViewportSize({ width: 320, height: 640 });
          await untilComplete(page);
          expect.soft(await overflow(page), `${path} is too wide`).toBe(0);
          await page.setViewportSize({ width, height });
        });
      }
    });
  });
}

test(
  'the words of a page need no JavaScript that comes before them',
  { tag: only('phone') },
  async ({ request }) => {
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
      expect(bytes, path).toBeLessThanOrEqual(SCRIPTS_BEFORE_READABLE);
    }
  },
);

/** What comes over the network for a page, and how much of it. */
class Traffic {
  readonly #page: Page;
  readonly #underWay = new Set<Request>();
  /** Of each address. What an earlier page has fetched comes from the browser's memory, which has no body to measure. */
  readonly #sizes = new Map<string, Promise<number>>();
  #downloads: Promise<Download>[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => this.#underWay.add(request));
    page.on('requestfinished', (request) => this.#underWay.delete(request));
    page.on('requestfailed', (request) => this.#underWay.delete(request));
    page.on('response', (response) => this.#downloads.push(this.#download(response)));
  }

  /** Everything that a visit fetches, until nothing more comes when the browser is idle. */
  async of(visit: () => Promise<void>): Promise<Download[]> {
    this.#downloads = [];
    await visit();
    await this.#page.evaluate(() => document.fonts.ready.then(() => undefined));
    await expect(async () => {
      // Once for what is put off until then, and once for what that needs.
      for (let time = 0; time < 2; time += 1) {
        await this.#page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
        expect([...this.#underWay].map((request) => request.url())).toEqual([]);
      }
    }).toPass();
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

/** Text travels compressed, fonts and pictures are already. */
async function sizeOf(response: Response): Promise<number> {
  const body = await response.body();
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
  expect.soft(sum(scripts), what).toBeLessThanOrEqual(SCRIPTS);
  for (const { bytes, path: file } of fonts) {
    expect.soft(bytes, file).toBeLessThanOrEqual(FONT);
  }
  expect.soft(sum(all), `all of ${path}`).toBeLessThanOrEqual(FIRST_VIEW);
}

function sum(downloads: Download[]): number {
  return downloads.reduce((total, { bytes }) => total + bytes, 0);
}
