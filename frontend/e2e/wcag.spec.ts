import type { Locator, Page } from '@playwright/test';
import { untilComplete } from './support/pageReady.ts';
import { cutOff, focused, isAfter, targets } from './support/layout.ts';
import { expect, test } from './support/journey.ts';
import { entries, fillIn, press } from './support/signupForm.ts';
import { words } from './support/translations.ts';

/** A page that is not there is answered with a 404, which Chromium reports. */
test.use({ expectedMessages: /status of 404/ });

/** What axe cannot see of WCAG 2.2: every other screen in Arabic, because both directions share their styles. */
const screens = [
  { path: '/' },
  { path: '/about/job' },
  { path: '/about/courses' },
  { path: '/courses' },
  { path: '/login' },
  { path: '/courses', isMember: true },
  { path: '/signup' },
  { path: '/profile', isMember: true },
  { path: '/forgot-password' },
  { path: '/privacy' },
  { path: '/settings', isMember: true },
  { path: '/delete-info' },
  { path: '/delete', isMember: true },
  { path: '/no/such/page' },
].map((screen, index) => ({ ...screen, language: index % 2 ? ('ar' as const) : ('en' as const) }));

for (const { path, isMember, language } of screens) {
  const title = `${path}${isMember ? ' for members' : ''} can be used by everybody (${language})`;
  test(title, { tag: '@desktop' }, async ({ page, visit, member: { token } }) => {
    await visit(path, { language, ...(isMember && { token }) });
    await untilComplete(page);
    await expect(page).toHaveURL(path);

    await test.step('the skip link comes first, and leads to the content', async () => {
      await startOver(page);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: words[language].common.skipToContent });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(path);
    });

    await test.step('every target has 44 pixels', async () => {
      expect.soft((await targets(page)).filter(({ size }) => size < 44)).toEqual([]);
    });

    await test.step('the focus is seen, and goes as people read', async () => {
      await expectVisibleFocus(page, language);
    });

    await test.step('the focus is seen in the colours of the system, too', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await expectVisibleFocus(page, language);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    await test.step('text may be spaced out (1.4.12)', async () => {
      const spacing = await page.addStyleTag({ content: SPACED });
      expect.soft(await cutOff(page)).toEqual([]);
      await spacing.evaluate((element: Element) => {
        element.remove();
      });
    });

    await test.step('a zoom of 400 % needs one direction of scrolling (1.4.10)', async () => {
      await page.setViewportSize({ width: 320, height: 256 });
      expect.soft(await cutOff(page)).toEqual([]);
      await page.evaluate(() => {
        scrollTo(0, 600);
      });
      await expect(page.getByRole('banner')).not.toBeInViewport();
    });
  });
}

test(
  'what opens above the page can be used at a zoom of 400 %',
  { tag: '@desktop' },
  async ({ page, visit, member: { token } }) => {
    const { account, common, person } = words.en;
    await page.setViewportSize({ width: 320, height: 256 });
    await visit('/delete', { token });
    await page.getByRole('button', { name: common.navigation.openMenu }).click();
    await expectUsableLayer(page, page.getByRole('dialog'));
    await page.getByRole('button', { name: common.logout.title }).click();
    await expectUsableLayer(page, page.getByRole('alertdialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByLabel(account.fields.password, { exact: true }).fill('Correct horse 1');
    await page.getByRole('button', { name: account.delete.submit }).click();
    await expectUsableLayer(page, page.getByRole('alertdialog'));

    await page.goto('/profile');
    await page.getByRole('button', { name: person.country }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 0.9 });
    await expectUsableLayer(page, page.getByRole('dialog'));
  },
);

test(
  'the terms can be read and agreed to at a zoom of 400 %',
  { tag: '@desktop' },
  async ({ page, visit }) => {
    const { signup } = words.en;
    await page.setViewportSize({ width: 320, height: 256 });
    await visit('/signup');
    await fillIn(page, 'en', entries());
    await press(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    await press(page, signup.submit);
    const dialog = page.getByRole('dialog');
    await expectUsableLayer(page, dialog);
    await dialog.getByRole('checkbox').check();
    await expect(dialog.getByRole('button', { name: signup.terms.ok })).toBeEnabled();
  },
);

test(
  'what is on and what is chosen show in the colours of the system',
  { tag: '@desktop' },
  async ({ page, visit, member: { token } }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('/settings', { token });
    const toggle = page.getByRole('switch');
    const colours = () =>
      toggle.evaluate((element) => ({
        ground: getComputedStyle(element).backgroundColor,
        knob: getComputedStyle(element, '::before').backgroundColor,
      }));
    const on = await colours();
    expect(on.knob).not.toBe(on.ground);
    await toggle.click();
    const off = await colours();
    expect(off.knob).not.toBe(off.ground);
    expect(off.ground).not.toBe(on.ground);

    const ground = (name: string) =>
      page
        .locator('label', { hasText: name })
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    expect(await ground('English')).not.toBe(await ground('Français'));
  },
);

test('nothing moves for who prefers less motion', { tag: '@desktop' }, async ({ page, visit }) => {
  await visit('/');
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await page.getByRole('link', { name: words.en.home.explore }).hover();
  await expect.poll(moving).toBe(0);
  await page.getByRole('button', { name: words.en.common.navigation.language }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect.poll(moving).toBe(0);
});

test(
  'a message comes where a screen reader listens already',
  { tag: '@desktop' },
  async ({ page, visit, member: { email, password } }) => {
    const { account } = words.en;
    await visit('/login');
    await page.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]')) {
        region.setAttribute('data-known', '');
      }
    });
    await page.getByLabel(account.fields.email).fill(email);
    await page.getByLabel(account.fields.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: account.login.submit }).click();
    await expect(page.locator('[role=status][data-known]').filter({ hasText: /./ })).toBeVisible();
  },
);

const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Each control comes into the window with the focus, and nothing is wider than the window. */
async function expectUsableLayer(page: Page, layer: Locator): Promise<void> {
  await expect(layer).toBeVisible();
  expect(await cutOff(page)).toEqual([]);
  const controls = await layer.locator('button:enabled, a, input').count();
  for (let count = 0; count <= controls; count += 1) {
    await page.keyboard.press('Tab');
    await expect(layer.locator(':focus')).toBeInViewport();
    expect(await focused(page)).toMatchObject({ isSeen: true });
  }
}

async function startOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    // The next Tab begins where the focus was last.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
}

/** Goes from control to control, down to the end of the page. */
async function expectVisibleFocus(page: Page, language: 'en' | 'ar'): Promise<void> {
  await startOver(page);
  await page.keyboard.press('Tab');
  let last = await focused(page);
  for (let count = 0; last && count < 80; count += 1) {
    expect.soft(last).toMatchObject({ hasRing: true, isSeen: true });
    await page.keyboard.press('Tab');
    const next = await focused(page);
    const isReadOn = !next || isAfter(next, last, language === 'ar' ? 'rtl' : 'ltr');
    expect.soft(isReadOn, `${next?.name ?? 'the end'} follows ${last.name}`).toBe(true);
    last = next;
  }
}
