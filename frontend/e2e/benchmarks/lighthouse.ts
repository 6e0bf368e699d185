import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { loadViewerRequest } from '../../vite/cdn.ts';
import { readStack } from '../support/stack.ts';

const run = promisify(execFile);

/** Fetched for the benchmark alone: nothing else needs it, and it is larger than the web app's other tools together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const ROUNDS = 5;
const paths = ['/', '/courses', '/about/courses', '/login'];
const languages = ['en', 'ar'];

const dist = join(import.meta.dirname, '../../dist');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** As a phone of the middle sees the pages, with the network that Lighthouse simulates for it. */
test('Lighthouse, with and without prerendering', async () => {
  test.setTimeout(3_600_000);
  const viewerRequest = loadViewerRequest();
  const prerendered = await serve(
    (uri, lang) => viewerRequest({ uri, querystring: { lang: { value: lang } }, cookies: {} }).uri,
  );
  const empty = await serve((uri) =>
    existsSync(join(dist, uri)) && extname(uri) ? uri : '/spa.html',
  );

  console.log(`medians (without prerendering): ${metrics.join(', ')}; FCP and LCP in s, TBT in ms`);
  for (const path of paths) {
    for (const language of languages) {
      const address = `${path}?lang=${language}`;
      const [on, off]: [Result[], Result[]] = [[], []];
      // In turns, so that what else the machine does falls on both alike.
      for (let round = 0; round < ROUNDS; round += 1) {
        on.push(await audit(prerendered.address + address));
        off.push(await audit(empty.address + address));
      }
      const [one, other] = [median(on), median(off)];
      const columns = metrics.map((metric) => `${show(one[metric])} (${show(other[metric])})`);
      console.log([address.padEnd(22), ...columns].join('  '));
    }
  }
  prerendered.server.close();
  empty.server.close();
});

const metrics = ['performance', 'accessibility', 'seo', 'fcp', 'lcp', 'tbt', 'cls'] as const;

type Result = Record<(typeof metrics)[number], number>;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

async function audit(address: string): Promise<Result> {
  const { stdout } = await run(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, address, '--quiet', '--output=json'],
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

function median(results: Result[]): Result {
  expect(results).toHaveLength(ROUNDS);
  const of = (metric: (typeof metrics)[number]) =>
    results.map((result) => result[metric]).sort((one, other) => one - other)[
      Math.floor(ROUNDS / 2)
    ];
  return Object.fromEntries(metrics.map((metric) => [metric, of(metric)])) as Result;
}

function show(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}

/** The built site, compressed as the CDN compresses it, with the API behind it. */
async function serve(
  fileFor: (uri: string, lang: string) => string,
): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    answer(request, response, fileFor).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function answer(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  fileFor: (uri: string, lang: string) => string,
): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://site');
  if (pathname.startsWith('/api/')) {
    const passed = await fetch(readStack().site + url);
    const body = gzipSync(await passed.arrayBuffer());
    response
      .writeHead(passed.status, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(body);
    return;
  }
  const file = fileFor(pathname, searchParams.get('lang') ?? '');
  const type = types[extname(file)] ?? 'application/octet-stream';
  const isText = /text|json|svg|manifest/.test(type);
  const content = readFileSync(join(dist, file));
  response
    .writeHead(200, {
      'Content-Type': type,
      'Cache-Control': file.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      ...(isText && { 'Content-Encoding': 'gzip' }),
    })
    .end(isText ? gzipSync(content) : content);
}
