import type { Locator, Page } from '@playwright/test';
import { languageOf } from '../../src/i18n/languages.ts';
import { expectAccessible, expectFits } from './axe.ts';
import { focusedControl, followsInReadingOrder } from './focus.ts';
import { expect, test } from './journey.ts';
import { clippedContent, horizontalOverflow, pointerTargets } from './layout.ts';
import { translations, type Language } from './translations.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Checks a page for the criteria of WCAG 2.2 that a browser shows. */
export async function checkPage(page: Page, language: Language): Promise<void> {
  const url = page.url();

  await test.step('axe finds nothing', () => checkState(page));

  await test.step('the skip link comes first, and moves the focus to the content', async () => {
    await moveFocusToStart(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: translations[language].common.skipToContent });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(url);
  });

  await test.step('every pointer target is at least 44 pixels in size', async () => {
    expect.soft((await pointerTargets(page)).filter(({ size }) => size < 44)).toEqual([]);
  });

  await test.step('the focus is visible, and moves in reading order', async () => {
    await expectVisibleFocus(page, language);
  });

  await test.step('the focus is visible in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await expectVisibleFocus(page, language);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('text spacing clips no text (1.4.12)', async () => {
    const spacing = await page.addStyleTag({ content: TEXT_SPACING });
    expect.soft(await clippedContent(page)).toEqual([]);
    await spacing.evaluate((element: Element) => {
      element.remove();
    });
  });

  await test.step('at 400 % zoom, the page scrolls in one direction (1.4.10)', async () => {
    await page.setViewportSize(ZOOMED);
    expect.soft(await clippedContent(page)).toEqual([]);
    await page.evaluate(() => {
      scrollTo(0, 600);
    });
    await expect(page.getByRole('banner')).not.toBeInViewport();
  });

  await test.step('large text makes the page no wider than a phone (1.4.4)', async () => {
    const browser = await page.context().newCDPSession(page);
    for (const [width, percent] of [
      [320, 150],
      [390, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
      expect.soft(await horizontalOverflow(page), `${percent} % in ${width} pixels`).toBe(0);
    }
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await page.setViewportSize(DESKTOP);
  });
}

/** Expects that axe finds nothing in the widths of a phone and of a desktop, and that 320 pixels are enough. */
export async function checkState(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await expectFits(page);
}

/** As {@link checkState}, for a dialog or a drawer. Then expects that each of its controls can be reached at 400 % zoom. */
export async function checkOverlay(page: Page, layer: Locator): Promise<void> {
  await expect(layer).toBeVisible();
  await checkState(page);
  await page.setViewportSize(ZOOMED);
  expect(await clippedContent(page)).toEqual([]);
  const controls = await layer.locator('button:enabled, a, input').count();
  for (let count = 0; count <= controls; count += 1) {
    await page.keyboard.press('Tab');
    await expect(layer.locator(':focus')).toBeInViewport();
    expect(await focusedControl(page)).toMatchObject({ isVisible: true });
  }
  await page.setViewportSize(DESKTOP);
}

async function moveFocusToStart(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    // The next Tab starts from the last focused element.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
}

/** Presses Tab through the page, and expects a visible focus in reading order. */
async function expectVisibleFocus(page: Page, language: Language): Promise<void> {
  await moveFocusToStart(page);
  await page.keyboard.press('Tab');
  let last = await focusedControl(page);
  for (let count = 0; last && count < 80; count += 1) {
    expect.soft(last).toMatchObject({ hasRing: true, isVisible: true });
    await page.keyboard.press('Tab');
    const next = await focusedControl(page);
    const isInOrder = !next || followsInReadingOrder(next, last, languageOf(language).direction);
    expect.soft(isInOrder, `${next?.name ?? 'the end'} follows ${last.name}`).toBe(true);
    last = next;
  }
}
