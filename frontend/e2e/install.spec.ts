import type { Page } from '@playwright/test';
import { dark, light } from '../src/theme/palette.ts';
import { expect, test } from './support/journey.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string }[];
}

/** Returns width and height of an image, as the browser decodes it. */
function imageSize(page: Page, src: string): Promise<string> {
  return page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);
}

const themeColor = (page: Page) => page.locator('meta[name="theme-color"]');

test('the site is installable', { tag: '@desktop' }, async ({ page, visit, context }) => {
  await visit('/');
  const session = await context.newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest = JSON.parse(data ?? '') as Manifest;
  expect(manifest).toMatchObject({ name: translations.en.common.brand, start_url: '/' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test(
  'every icon exists in its declared size',
  { tag: '@desktop' },
  async ({ page, visit, request }) => {
    await visit('/');
    const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as Manifest;
    expect(icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
    for (const { src, sizes, type } of icons) {
      expect((await request.get(src)).headers()['content-type'], src).toContain(type);
      if (sizes !== 'any') {
        expect(await imageSize(page, src), src).toBe(sizes);
      }
    }
    const touchIcon = page.locator('link[rel="apple-touch-icon"]');
    expect(await imageSize(page, (await touchIcon.getAttribute('href')) ?? '')).toBe('180x180');
    const [fallback] = await page.locator('link[rel="icon"]').all();
    expect(await fallback?.getAttribute('sizes')).toBe(
      await imageSize(page, (await fallback?.getAttribute('href')) ?? ''),
    );
  },
);

test(
  'the theme color follows the color scheme, also after a reload',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const { navigation } = translations.en.common;
    await visit('/');
    await expect(themeColor(page)).toHaveAttribute('content', backgroundOf(dark));
    await page.getByRole('button', { name: navigation.useLightTheme }).click();
    await expect(themeColor(page)).toHaveAttribute('content', backgroundOf(light));

    await page.reload();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeVisible();
    await expect(themeColor(page)).toHaveAttribute('content', backgroundOf(light));
    await page.getByRole('button', { name: navigation.useDarkTheme }).click();
    await expect(themeColor(page)).toHaveAttribute('content', backgroundOf(dark));
  },
);

function backgroundOf({ palette }: typeof dark): string {
  return palette?.background?.default ?? 'a color';
}
