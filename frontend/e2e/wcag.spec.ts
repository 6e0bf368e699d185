import type { Locator, Page } from '@playwright/test';
import { languageOf } from '../src/i18n/languages.ts';
import { expectAccessible } from './support/axe.ts';
import { focusedControl, followsInReadingOrder } from './support/focus.ts';
import { expect, test } from './support/journey.ts';
import { clippedContent, horizontalOverflow, pointerTargets } from './support/layout.ts';
import { waitForContent } from './support/pageReady.ts';
import { coursePath } from './support/publicPaths.ts';
import { logIn } from './support/session.ts';
import { clickButton, fillFirstStep, openTerms, signupValues } from './support/signupForm.ts';
import { type Language, translations } from './support/translations.ts';
import { alternating } from './support/variants.ts';

// Chromium logs the 4xx responses to a missing page and a wrong link.
test.use({ expectedConsoleMessages: /status of 4/ });

/** Each is visited once, in English or Arabic in turn: both directions share their styles. */
const screens = [
  { path: '/' },
  { path: '/about/job' },
  { path: '/about/courses' },
  { path: '/courses' },
  { path: '/login' },
  { path: '/courses', isSignedIn: true },
  { path: coursePath },
  { path: coursePath, isSignedIn: true },
  { path: '/signup' },
  { path: '/profile', isSignedIn: true },
  { path: '/forgot-password' },
  { path: '/privacy' },
  { path: '/settings', isSignedIn: true },
  { path: '/delete-info' },
  { path: '/delete', isSignedIn: true },
  { path: '/no/such/page' },
  { path: '/', isSignedIn: true },
  { path: '/check-email' },
  { path: '/verify-email' },
  { path: '/my-courses', isSignedIn: true },
].flatMap((screen, index) => alternating(index).map((language) => ({ ...screen, language })));

for (const { path, isSignedIn, language } of screens) {
  const title = `${path}${isSignedIn ? ' (signed in)' : ''} meets the criteria of WCAG 2.2 (${language})`;
  test(title, { tag: '@desktop' }, async ({ page, visit, sharedUser: { token } }) => {
    // axe checks all rules in the scheme that is shown: each scheme is shown in one language.
    const scheme = language === 'ar' ? 'light' : 'dark';
    await visit(path, { language, scheme, ...(isSignedIn && { token }) });
    await waitForContent(page);
    await expect(page).toHaveURL(path);

    await test.step('axe finds nothing, in the width of a phone either', async () => {
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step('the skip link comes first, and moves the focus to the content', async () => {
      await moveFocusToStart(page);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: translations[language].common.skipToContent });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(path);
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
      await page.setViewportSize({ width: 320, height: 256 });
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
        const standard = (16 * percent) / 100;
        await browser.send('Page.setFontSizes', { fontSizes: { standard } });
        const overflow = await horizontalOverflow(page);
        expect.soft(overflow, `${percent} % in ${width} pixels`).toBe(0);
      }
    });
  });
}

test(
  'drawer and dialogs are usable at 400 % zoom',
  { tag: '@desktop' },
  async ({ page, visit, sharedUser: { token } }) => {
    const { common, settings, signIn, userFields } = translations.en;
    await page.setViewportSize({ width: 320, height: 256 });
    await visit('/delete', { token });
    await page.getByRole('button', { name: common.navigation.openMenu }).click();
    await expectUsableOverlay(page, page.getByRole('dialog'));
    await page.getByRole('button', { name: common.logout.title }).click();
    await expectUsableOverlay(page, page.getByRole('alertdialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByLabel(signIn.fields.password, { exact: true }).fill('Correct horse 1');
    await page.getByRole('button', { name: settings.delete.submit }).click();
    await expectUsableOverlay(page, page.getByRole('alertdialog'));

    await page.goto('/profile');
    await page.getByRole('button', { name: userFields.country }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 0.9 });
    await expectUsableOverlay(page, page.getByRole('dialog'));
  },
);

test(
  'the agreement below the terms keeps its room on a small phone',
  { tag: '@phone' },
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await visit('/signup', { language: 'fr' });
    await openTerms(page, 'fr', signupValues());
    const agreement = page.getByRole('dialog').locator('label');
    expect(
      await agreement.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBe(0);
  },
);

test(
  'the terms can be read and accepted at 400 % zoom',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    const { signup } = translations.en;
    await page.setViewportSize({ width: 320, height: 256 });
    await visit('/signup');
    await fillFirstStep(page, 'en', signupValues());
    await clickButton(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    await clickButton(page, signup.submit);
    const dialog = page.getByRole('dialog');
    await expectUsableOverlay(page, dialog);
    await dialog.getByRole('checkbox').check();
    await expect(dialog.getByRole('button', { name: signup.terms.ok })).toBeEnabled();
  },
);

test(
  'switches and choices show their state in forced colors',
  { tag: '@desktop' },
  async ({ page, visit, sharedUser: { token } }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('/settings', { token });
    const toggle = page.getByRole('switch').first();
    const colors = () =>
      toggle.evaluate((element) => ({
        track: getComputedStyle(element).backgroundColor,
        thumb: getComputedStyle(element, '::before').backgroundColor,
      }));
    const on = await colors();
    expect(on.thumb).not.toBe(on.track);
    await toggle.click();
    await expect.poll(async () => (await colors()).track).not.toBe(on.track);
    const off = await colors();
    expect(off.thumb).not.toBe(off.track);

    const background = (name: string) =>
      page
        .locator('label', { hasText: name })
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(await background('English')).not.toBe(await background('Français'));
  },
);

test(
  'the bars of reached steps differ from the others in forced colors',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('/signup');
    const colors = await page
      .locator('[data-reached]')
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).borderBlockStartColor));
    expect(colors).toHaveLength(2);
    expect(colors[0]).not.toBe(colors[1]);
  },
);

test(
  'the focused item of a menu has the background of a hovered one',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    await visit('/');
    const { about } = translations.en.common.navigation;
    await page.getByRole('button', { name: about, exact: true }).press('Enter');
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeFocused();
    const background = (position: number) =>
      items.nth(position).evaluate((item) => getComputedStyle(item).backgroundColor);
    await items.nth(2).hover();
    const hovered = await background(2);
    expect(hovered).not.toBe(await background(3));
    await expect.poll(() => background(0)).toBe(hovered);
  },
);

test('nothing is animated with reduced motion', { tag: '@desktop' }, async ({ page, visit }) => {
  await visit('/');
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await page.getByRole('link', { name: translations.en.home.explore }).hover();
  await expect.poll(moving).toBe(0);
  await page.getByRole('button', { name: translations.en.common.navigation.language }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect.poll(moving).toBe(0);
});

test(
  'a message appears in an existing live region',
  { tag: '@desktop' },
  async ({ page, visit, sharedUser: { email, password } }) => {
    await visit('/login');
    await page.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]')) {
        region.setAttribute('data-known', '');
      }
    });
    await logIn(page, 'en', { email, password });
    await expect(page.locator('[role=status][data-known]').filter({ hasText: /./ })).toBeVisible();
  },
);

const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Expects that nothing is clipped, and that each control scrolls into the window when it gets the focus. */
async function expectUsableOverlay(page: Page, layer: Locator): Promise<void> {
  await expect(layer).toBeVisible();
  expect(await clippedContent(page)).toEqual([]);
  const controls = await layer.locator('button:enabled, a, input').count();
  for (let count = 0; count <= controls; count += 1) {
    await page.keyboard.press('Tab');
    await expect(layer.locator(':focus')).toBeInViewport();
    expect(await focusedControl(page)).toMatchObject({ isVisible: true });
  }
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
