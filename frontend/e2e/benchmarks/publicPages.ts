import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { signedInPaths } from '../../src/app/screenLists.ts';
import { prerenderedFile, serve } from '../support/builtSite.ts';
import { metricsWhenQuiet, observeMetrics, type PageMetrics } from '../support/pageMetrics.ts';
import { waitForApp, waitForContentInView } from '../support/pageReady.ts';
import { prerenderedPaths } from '../support/publicPaths.ts';
import { saveData } from '../support/requests.ts';
import { ratio, repeat, rounded } from '../support/rounds.ts';
import { languages, type Language } from '../support/translations.ts';
import { createSignedInUser } from '../support/users.ts';
import { median } from '../support/median.ts';
import { openSlowPhone } from '../support/slowPhone.ts';

/** `PATHS=/,/login` measures these pages only. */
const paths = process.env['PATHS']?.split(',') ?? prerenderedPaths;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

const SCRIPTS = /<(template|script)\b[\s\S]*?<\/\1>/g;
const STYLES = /<style\b[\s\S]*?<\/style>|<link [^>]*rel="(stylesheet|preload)"[^>]*>/g;

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
 * and templates taken out, and so without what scripts insert; and without styles, too. Each round measures all, so that other load on the
 * machine affects them equally.
 */
test('the largest paint of public pages, over that without scripts, and without styles', async ({
  browser,
}) => {
  test.setTimeout(3_600_000);
  const page = await serve(prerenderedFile());
  const text = await serve(prerenderedFile(), { change: withoutScripts });
  const bare = await serve(prerenderedFile(), { change: bareHtml });
  const rows = [];
  for (const { path, language } of everyPage) {
    const rounds = await repeat(ROUNDS, async () => ({
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
      const rounds = await repeat(ROUNDS, async () => ({
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
  const code = await serve(prerenderedFile(), { change: codeAlone });
  const rows = [];
  for (const { path, language } of everyPage) {
    const rounds = await repeat(ROUNDS, async () => ({
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

/**
 * Opens a URL in a new browser profile, on the slow device, and measures until nothing happens any more. For signed-in users, the app
 * renders the page.
 */
async function visit(browser: Browser, url: string, token?: string): Promise<PageMetrics> {
  const { page, context } = await openSlowPhone(browser, { hasSlowNetwork: true, token });
  await observeMetrics(page);
  await page.goto(url);
  if (token) {
    await waitForContentInView(page);
  }
  const result = await metricsWhenQuiet(page);
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
