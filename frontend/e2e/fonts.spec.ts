import type { Page } from '@playwright/test';
import { FONTS_KEY } from '../src/app/start/fonts.ts';
import { expect, languageCookie, test, waitForIdleNetwork } from './support/journey.ts';
import { layoutShifts, recordLayoutShifts } from './support/layoutShift.ts';
import { waitForContentInView } from './support/pageReady.ts';
import { coursePath } from './support/publicPaths.ts';
import { holdRequests, setConnection } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { typefaces } from './support/typefaces.ts';
import { only, variants } from './support/variants.ts';

const paths = ['/', '/courses', coursePath, '/login'];

const FONTS = /\.woff2$/;
const BOLD = /-700-normal-.*\.woff2$/;
const OWN = /Roboto|Tajawal/;

// Fonts that cannot be downloaded.
test.use({ expectedConsoleMessages: /ERR_FAILED .*\.woff2$/ });

/** Expects at most one typeface for each script: all of ours that the page uses, or none. */
async function expectOneTypeface(page: Page, what: string) {
  const { latin, arabic } = await typefaces(page);
  const found = JSON.stringify({ latin, arabic });
  expect.soft(latin.length, `${what}: ${found}`).toBeLessThanOrEqual(1);
  expect.soft(arabic.length, `${what}: ${found}`).toBeLessThanOrEqual(1);
  return { latin, arabic, isOwn: [...latin, ...arabic].every((family) => OWN.test(family)) };
}

for (const { language, tag } of variants('phone')) {
  test(
    `a page has one typeface for each script, and nothing moves when fonts are late (${language})`,
    { tag },
    async ({ page, context, baseURL, requestsInFlight }) => {
      await context.addCookies([languageCookie(language, baseURL)]);
      await setConnection(page, { rtt: 50 });
      await recordLayoutShifts(page);
      for (const [what, url] of [
        ['all fonts are late', FONTS],
        ['a weight is late', BOLD],
        ['one file is late', /(roboto|tajawal).*-(wght|400)-normal-.*\.woff2$/],
      ] as const) {
        for (const path of paths) {
          await test.step(`${path}, while ${what}`, async () => {
            const release = await holdRequests(page, url);
            await page.goto(path, { waitUntil: 'commit' });
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            await expectOneTypeface(page, `${path}, ${what}`);
            release();
            await waitForContentInView(page);
            await waitForIdleNetwork(page, requestsInFlight);
            await page.evaluate(() => document.fonts.ready.then(() => undefined));
            await expectOneTypeface(page, `${path}, ${what}, after they arrived`);
            const shifts = await layoutShifts(page);
            const sum = shifts.reduce((total, { value }) => total + value, 0);
            expect.soft(sum, `${path}, ${what}: ${JSON.stringify(shifts)}`).toBe(0);
            await page.unroute(url);
          });
        }
      }
      await test.step('without fonts', async () => {
        await page.route(FONTS, (route) => route.abort());
        for (const path of paths) {
          await page.goto(path);
          await waitForContentInView(page);
          expect.soft((await expectOneTypeface(page, path)).isOwn, path).toBe(false);
        }
      });
    },
  );
}

for (const { language, tag } of variants('desktop')) {
  test(
    `a page whose fonts the browser has shows them (${language})`,
    { tag },
    async ({ page, context, baseURL }) => {
      await context.addCookies([languageCookie(language, baseURL)]);
      await setConnection(page, { rtt: 150 });
      await page.goto('/login');
      await expect
        .poll(() => page.evaluate((key) => localStorage.getItem(key), FONTS_KEY))
        .not.toBeNull();
      await waitForContentInView(page);
      expect((await expectOneTypeface(page, 'the first page')).isOwn).toBe(false);
      for (const path of [...paths, '/check-email']) {
        // A busy machine can be late.
        await expect(async () => {
          await page.goto(path);
          await waitForContentInView(page);
          expect((await expectOneTypeface(page, path)).isOwn).toBe(true);
        }).toPass();
      }
    },
  );
}

test(
  'a change of language shows the typeface of the language, or none of its weights',
  {
    tag: only('desktop'),
  },
  async ({ page, visit }) => {
    const changeToArabic = async () => {
      await visit('/login?lang=en');
      await page.getByRole('button', { name: translations.en.common.navigation.language }).click();
      await page.getByRole('menuitemradio', { name: 'العربية' }).click();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await waitForContentInView(page);
      return (await expectOneTypeface(page, 'in Arabic')).arabic;
    };
    // A busy machine can be late.
    await expect(async () => {
      expect(await changeToArabic()).toEqual(['Tajawal']);
    }).toPass();

    const release = await holdRequests(page, BOLD);
    expect(await changeToArabic()).not.toEqual(['Tajawal']);
    release();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect((await expectOneTypeface(page, 'after it arrived')).arabic).not.toEqual(['Tajawal']);
  },
);
