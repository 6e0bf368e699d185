import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { BrowserState } from '../support/journey.ts';
import { languages } from '../support/translations.ts';
import { gallery } from './gallery.ts';
import { test } from './users.ts';
import { screens, type Screen } from './screens.ts';

const root = resolve(import.meta.dirname, '../../..');
const { GALLERY: isGallery, SIZES: sizes = '390x844,1440x900' } = process.env;

/** One picture: who looks at which screen, in a window of which size. */
export interface Shot extends Required<Pick<BrowserState, 'language' | 'scheme'>> {
  screen: string;
  size: string;
}

const shots: Shot[] = sizes
  .split(',')
  .flatMap((size) =>
    languages.flatMap((language) =>
      (['dark', 'light'] as const).flatMap((scheme) =>
        screens.map(({ name }) => ({ screen: name, language, scheme, size })),
      ),
    ),
  );

// What a picture is of may well fail; what its console says is for the journeys.
test.use({ expectedConsoleMessages: /./ });
test.slow();

for (const shot of isGallery ? gallery : shots) {
  const [width = 0, height = 0] = shot.size.split('x').map(Number);
  const isMobile = Math.min(width, height) < 600;
  const { language, scheme } = shot;

  test.describe(shot.size, () => {
    test.use({
      viewport: { width, height },
      isMobile,
      hasTouch: isMobile,
      deviceScaleFactor: isGallery && isMobile ? 2 : 1,
    });

    test(`${shot.screen} ${language} ${scheme}`, async ({ page, visit, student, teacher }) => {
      const screen = screenOf(shot);
      const members = { student, teacher };
      await screen.arrange?.(page);
      await visit(typeof screen.path === 'string' ? screen.path : await screen.path(), {
        language,
        scheme,
        ...(screen.as && { token: members[screen.as].token }),
      });
      await screen.act?.({ page, language, isMobile });
      await settle(page);
      if (!screen.isLayer) {
        // What sticks to the top would be in the middle of the whole length of a page.
        await page.evaluate(() => {
          scrollTo(0, 0);
        });
      }
      const name = `${shot.screen}-${language}-${scheme}`;
      if (isGallery) {
        await save(`docs/images/gallery/${name}.webp`, await webp(page));
      } else {
        const fullPage = !screen.isLayer;
        const picture = await page.screenshot({ fullPage, animations: 'disabled' });
        await save(`frontend/screenshots/${shot.size}/${name}.png`, picture);
      }
    });
  });
}

function screenOf({ screen }: Shot): Screen {
  const found = screens.find(({ name }) => name === screen);
  if (!found) {
    throw new Error(`There is no screen ${screen}.`);
  }
  return found;
}

/** Fonts and pictures have come. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
}

/** What is seen, in a format that Playwright itself does not make. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  return Buffer.from(data, 'base64');
}

async function save(path: string, content: Buffer): Promise<void> {
  const file = resolve(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
