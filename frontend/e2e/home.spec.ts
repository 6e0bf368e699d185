import type { Page } from '@playwright/test';
import { expect, pageState, test } from './journey.ts';
import { languages, words } from './words.ts';

const pillars = ['courses', 'consulting', 'job', 'networking', 'psychology'];
const { background } = words.en.home;

const pictures = (page: Page) => page.locator('img[data-pillar]');
const shownPicture = (page: Page) => page.locator('img[data-pillar][data-shown="true"]');

/** Opens the page for a person who has nothing against motion. From then on only the journey moves the clock. */
async function holdTheClock(page: Page, visit: (path: string) => Promise<void>) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install({ time: 0 });
  await visit('/');
  await expect(pictures(page)).toHaveCount(5);
  await page.clock.pauseAt(60_000);
}

async function expectPicture(page: Page, pillar: string) {
  await expect(shownPicture(page)).toHaveCount(1);
  await expect(shownPicture(page)).toHaveAttribute('data-pillar', pillar);
}

/** Moves the clock to where a picture has just come, and says which. */
async function untilNextPicture(page: Page): Promise<string> {
  const shown = () => shownPicture(page).getAttribute('data-pillar');
  const before = await shown();
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await shown()).not.toBe(before);
  }).toPass({ intervals: [0] });
  return (await shown()) ?? '';
}

/** The one after it, and after the last the first. */
function after(pillar: string): string {
  return pillars[(pillars.indexOf(pillar) + 1) % pillars.length] ?? '';
}

/** What `document.visibilityState` says when another tab is in front. */
async function setVisibility(page: Page, state: DocumentVisibilityState) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

for (const language of languages) {
  const { common, home } = words[language];

  test.describe(`the home page in ${language}`, () => {
    test('has its words, the five pillars and the footer', async ({ page, visit }) => {
      await visit('/', { language });
      expect(await pageState(page)).toMatchObject({
        lang: language,
        dir: language === 'ar' ? 'rtl' : 'ltr',
      });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title);
      await expect(page.getByText(home.intro)).toBeVisible();

      const cards = page.getByRole('main').getByRole('listitem');
      await expect(cards.getByRole('heading', { level: 3 })).toHaveText(
        Object.values(common.pillars),
      );
      await expect(cards.getByText(common.comingSoon)).toHaveCount(4);
      await expect(cards.getByRole('link')).toHaveText([home.explore]);

      const footer = page.getByRole('contentinfo');
      const copyright = common.copyright.replace('{{brand}}', common.brand);
      await expect(footer.getByText(copyright)).toBeVisible();
      const legal = footer.getByRole('navigation', { name: common.navigation.footer });
      await expect(legal.getByRole('link')).toHaveText([
        common.pages.privacy,
        common.pages.deleteInfo,
      ]);
    });

    test('fits the width of a small screen', async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit('/', { language });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  });
}

test.describe('the background', () => {
  test('changes every 5 seconds over five pictures, with a fade of half a second', async ({
    page,
    visit,
  }) => {
    await holdTheClock(page, visit);
    let pillar = await untilNextPicture(page);
    for (let turn = 0; turn < pillars.length; turn += 1) {
      await page.clock.runFor(4900);
      await expectPicture(page, pillar);
      await page.clock.runFor(100);
      pillar = after(pillar);
      await expectPicture(page, pillar);
    }
    const fade = await shownPicture(page).evaluate((picture) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(picture);
      return [transitionProperty, transitionDuration];
    });
    expect(fade).toEqual(['opacity', '0.5s']);
  });

  test('begins with one picture, and fetches the others when the browser is idle', async ({
    page,
    visit,
  }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (callback) => {
        Object.assign(window, { whenIdle: callback });
        return 1;
      };
    });
    await visit('/');
    await expectPicture(page, 'courses');
    await expect(pictures(page)).toHaveCount(1);
    await page.evaluate(() => {
      (window as unknown as { whenIdle: () => void }).whenIdle();
    });
    await expect(pictures(page)).toHaveCount(5);
  });

  test('keeps nobody waiting for the words', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/courses-[^/]*\.svg$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText(words.en.home.intro)).toBeVisible();
    await expect(shownPicture(page)).toHaveCount(0);
    release();
    await expectPicture(page, 'courses');
  });

  test('stands still after a press of its button, by keyboard too, until the next', async ({
    page,
    visit,
  }) => {
    await holdTheClock(page, visit);
    const pillar = await untilNextPicture(page);
    await page.getByRole('button', { name: background.pause }).press('Enter');
    await expect(page.getByRole('button', { name: background.play })).toBeFocused();
    await page.clock.runFor(20_000);
    await expectPicture(page, pillar);

    await page.getByRole('button', { name: background.play }).click();
    await page.clock.runFor(5000);
    await expectPicture(page, after(pillar));
  });

  test('waits while the page is in a tab at the back', async ({ page, visit }) => {
    await holdTheClock(page, visit);
    const pillar = await untilNextPicture(page);
    await setVisibility(page, 'hidden');
    await page.clock.runFor(20_000);
    await expectPicture(page, pillar);
    await setVisibility(page, 'visible');
    await page.clock.runFor(5000);
    await expectPicture(page, after(pillar));
  });

  test('stands still for who prefers less motion', async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await expectPicture(page, 'courses');
    await page.clock.runFor(20_000);
    await expectPicture(page, 'courses');
    await expect(page.getByRole('button', { name: background.pause })).toHaveCount(0);
  });
});
