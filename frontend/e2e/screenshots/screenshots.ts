import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { BrowserState } from '../support/journey.ts';
import { layOutWholePage } from '../support/layout.ts';
import { languages } from '../support/translations.ts';
import { gallery } from './gallery.ts';
import { screens } from './screens.ts';
import type { Screen } from './screens/screen.ts';
import { test } from './users.ts';

const root = resolve(import.meta.dirname, '../../..');
const { GALLERY: isGallery, SIZES: sizes = '390x844,1440x900' } = process.env;

/** One screenshot: a screen with language, color scheme and window size (`390x844`). */
export interface Screenshot extends Required<Pick<BrowserState, 'language' | 'scheme'>> {
  screen: string;
  size: string;
}

const screenshots: Screenshot[] = sizes
  .split(',')
  .flatMap((size) =>
    languages.flatMap((language) =>
      (['dark', 'light'] as const).flatMap((scheme) =>
        screens.map(({ name }) => ({ screen: name, language, scheme, size })),
      ),
    ),
  );

// Screens of failures log errors. The journeys check the console.
test.use({ expectedConsoleMessages: /./ });
test.slow();

for (const screenshot of isGallery ? gallery : screenshots) {
  const [width = 0, height = 0] = screenshot.size.split('x').map(Number);
  const isMobile = Math.min(width, height) < 600;
  const { language, scheme } = screenshot;

  test.describe(screenshot.size, () => {
    test.use({
      viewport: { width, height },
      isMobile,
      hasTouch: isMobile,
      deviceScaleFactor: isGallery && isMobile ? 2 : 1,
    });

    test(`${screenshot.screen} ${language} ${scheme}`, async ({
      page,
      visit,
      student,
      teacher,
    }) => {
      const screen = findScreen(screenshot);
      const users = { student, teacher };
      // A first visit does not show fonts that are late.
      await page.goto(`/?lang=${language}`);
      await page.evaluate(() => document.fonts.ready);
      await screen.mockApi?.(page);
      await visit(typeof screen.path === 'string' ? screen.path : await screen.path(), {
        language,
        scheme,
        ...(screen.as && { token: users[screen.as].token }),
      });
      await screen.prepare?.({ page, language, isMobile });
      await layOutWholePage(page);
      await waitForImages(page);
      if (!screen.isOverlay) {
        // Otherwise the sticky bar would be in the middle of the full-length image.
        await page.evaluate(() => {
          scrollTo(0, 0);
        });
      }
      const name = `${screenshot.screen}-${language}-${scheme}`;
      if (isGallery) {
        await save(`docs/images/gallery/${name}.webp`, await captureWebp(page));
      } else {
        const fullPage = !screen.isOverlay;
        const png = await page.screenshot({ fullPage, animations: 'disabled' });
        await save(`frontend/screenshots/${screenshot.size}/${name}.png`, png);
      }
    });
  });
}

function findScreen({ screen }: Screenshot): Screen {
  const found = screens.find(({ name }) => name === screen);
  if (!found) {
    throw new Error(`There is no screen ${screen}.`);
  }
  return found;
}

/** Waits until fonts and visible images are loaded, also those that browsers load when they are scrolled into view. */
async function waitForImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
    }
    await document.fonts.ready;
  });
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
}

/** Captures the window as WebP, which Playwright's own screenshots do not support. */
async function captureWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  return Buffer.from(data, 'base64');
}

async function save(path: string, content: Buffer): Promise<void> {
  const file = resolve(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
