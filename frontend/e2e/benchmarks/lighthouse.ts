import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { dist, prerenderedFile, serve } from '../support/builtSite.ts';
import { median } from '../support/median.ts';

const run = promisify(execFile);

/** `npx` downloads Lighthouse when the benchmark runs. It is larger than all other tools of the web app together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const ROUNDS = 5;
const paths = ['/', '/courses', '/about/courses', '/login'];
const languages = ['en', 'ar'];

/** Audits pages with Lighthouse's defaults: a mid-range phone on a simulated mobile network. */
test('Lighthouse, with and without prerendering', async () => {
  test.setTimeout(3_600_000);
  const prerendered = await serve(prerenderedFile());
  const notPrerendered = await serve((uri) =>
    existsSync(join(dist, uri)) && extname(uri) ? uri : '/spa.html',
  );

  console.log(`medians (without prerendering): ${metrics.join(', ')}; FCP and LCP in s, TBT in ms`);
  for (const path of paths) {
    for (const language of languages) {
      const page = `${path}?lang=${language}`;
      const withPrerender: Result[] = [];
      const withoutPrerender: Result[] = [];
      // Alternates both, so that other load on the machine affects them equally.
      for (let round = 0; round < ROUNDS; round += 1) {
        withPrerender.push(await audit(prerendered.url + page));
        withoutPrerender.push(await audit(notPrerendered.url + page));
      }
      const [one, other] = [medians(withPrerender), medians(withoutPrerender)];
      const columns = metrics.map((metric) => `${show(one[metric])} (${show(other[metric])})`);
      console.log([page.padEnd(22), ...columns].join('  '));
    }
  }
  prerendered.server.close();
  notPrerendered.server.close();
});

const metrics = ['performance', 'accessibility', 'seo', 'fcp', 'lcp', 'tbt', 'cls'] as const;

type Result = Record<(typeof metrics)[number], number>;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

async function audit(url: string): Promise<Result> {
  const { stdout } = await run(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json'],
      '--only-categories=performance,accessibility,seo',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const score = (category: string) => 100 * (categories[category]?.score ?? Number.NaN);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    seo: score('seo'),
    fcp: value('first-contentful-paint') / 1000,
    lcp: value('largest-contentful-paint') / 1000,
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

function medians(results: Result[]): Result {
  expect(results).toHaveLength(ROUNDS);
  const of = (metric: (typeof metrics)[number]) => median(results.map((result) => result[metric]));
  return Object.fromEntries(metrics.map((metric) => [metric, of(metric)])) as Result;
}

function show(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}
