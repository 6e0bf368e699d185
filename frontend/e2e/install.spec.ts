import type { Page } from '@playwright/test';
import { dark, light } from '../src/theme/palette.ts';
import { expect, test } from './support/journey.ts';
import { only } from './support/variants.ts';
import { words } from './support/translations.ts';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string }[];
}

/** Width and height of a picture as the browser decodes it. */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);
}

const themeColor = (page: Page) => page.locator('meta[name="theme-color"]');

test('the site can be installed', { tag: '@desktop' }, async ({ page, visit, context }) => {
  await visit('/');
  const session = await context.newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest = JSON.parse(data ?? '') as Manifest;
  expect(manifest).toMatchObject({ name: words.en.common.brand, start_url: '/' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, which install nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test(
  'every icon is there, with the size that it says',
  { tag: '@desktop' },
  async ({ page, visit, request }) => {
    await visit('/');
    const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as Manifest;
    expect(icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
    for (const { src, sizes, type } of icons) {
      expect((await request.get(src)).headers()['content-type'], src).toContain(type);
      if (sizes !== 'any') {
        expect(await sizeOf(page, src), src).toBe(sizes);
      }
    }
    const touchIcon = page.locator('link[rel="apple-touch-icon"]');
    expect(await sizeOf(page, (await touchIcon.getAttribute('href')) ?? '')).toBe('180x180');
    const [fallback] = await page.locator('link[rel="icon"]').all();
    expect(await fallback?.getAttribute('sizes')).toBe(
      await sizeOf(page, (await fallback?.getAttribute('href')) ?? ''),
    );
  },
);

test(
  'the bars of the browser have the colour of the page, now and in later visits',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const { navigation } = words.en.common;
    await visit('/');
    await expect(themeColor(page)).toHaveAttribute('content', groundOf(dark));
    await page.getByRole('button', { name: navigation.useLightTheme }).click();
    await expect(themeColor(page)).toHaveAttribute('content', groundOf(light));

    await page.reload();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeVisible();
    await expect(themeColor(page)).toHaveAttribute('content', groundOf(light));
    await page.getByRole('button', { name: navigation.useDarkTheme }).click();
    await expect(themeColor(page)).toHaveAttribute('content', groundOf(dark));
  },
);

function groundOf({ palette }: typeof dark): string {
  return palette?.background?.default ?? 'a colour';
}
