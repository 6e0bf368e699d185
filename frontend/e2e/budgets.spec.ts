import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from './journey.ts';
import { prerenderedPaths as pages } from './publicPaths.ts';
import { languages } from './words.ts';

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

/** Text travels compressed, fonts and pictures are already. */
async function download(response: Response): Promise<Download> {
  const body = await response.body();
  const type = response.request().resourceType();
  const isText =
    ['document', 'script', 'stylesheet', 'fetch', 'xhr'].includes(type) ||
    /\.svg$/.test(response.url());
  const bytes = isText ? gzipSync(body, { level: 9 }).length : body.length;
  return { path: new URL(response.url()).pathname, type, bytes };
}

/** Everything that a first visit to a page fetches until nothing more comes. */
async function firstVisit(page: Page, address: string): Promise<Download[]> {
  const downloads: Promise<Download>[] = [];
  const onResponse = (response: Response) => {
    downloads.push(download(response));
  };
  page.on('response', onResponse);
  await page.goto(address, { waitUntil: 'networkidle' });
  page.off('response', onResponse);
  return Promise.all(downloads);
}

function sum(downloads: Download[]): number {
  return downloads.reduce((total, { bytes }) => total + bytes, 0);
}

for (const language of languages) {
  test.describe(`what a first visit costs in ${language}`, { tag: '@phone' }, () => {
    for (const path of pages) {
      test(path, async ({ page }) => {
        const all = await firstVisit(page, `${path}?lang=${language}`);
        const scripts = all.filter(({ type }) => type === 'script');
        const fonts = all.filter(({ type }) => type === 'font');
        expect(scripts.length).toBeGreaterThan(0);
        expect(fonts.length).toBeGreaterThan(0);

        expect(sum(scripts), `JavaScript: ${JSON.stringify(scripts)}`).toBeLessThanOrEqual(SCRIPTS);
        for (const { bytes, path: file } of fonts) {
          expect(bytes, file).toBeLessThanOrEqual(FONT);
        }
        expect(sum(all)).toBeLessThanOrEqual(FIRST_VIEW);
      });
    }
  });
}

test(
  'the words of a page need no JavaScript that comes before them',
  { tag: '@phone' },
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
