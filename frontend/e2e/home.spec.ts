import type { Page } from '@playwright/test';
import { languageOf } from '../src/i18n/languages.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { holdRequests } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

const pillars = ['courses', 'consulting', 'job', 'networking', 'psychology'];
const { background } = translations.en.home;

const pictures = (page: Page) => page.locator('img[data-pillar]');
const shownPicture = (page: Page) => page.locator('img[data-pillar][data-shown="true"]');

async function expectPicture(page: Page, pillar: string) {
  await expect(shownPicture(page)).toHaveCount(1);
  await expect(shownPicture(page)).toHaveAttribute('data-pillar', pillar);
}

test.describe('the home page, as prerendered HTML', () => {
  test.use({ javaScriptEnabled: false });

  for (const { language, tag } of variants('desktop')) {
    const { common, home } = translations[language];

    test(
      `shows its texts, the five service areas and the footer (${language})`,
      { tag },
      async ({ page }) => {
        await page.goto(`/?lang=${language}`);
        expect(await pageAppearance(page)).toEqual({
          lang: language,
          dir: languageOf(language).direction,
          scheme: 'dark',
        });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title);
        await expect(page.getByText(home.intro)).toBeVisible();

        await expect(page.getByText(home.trust)).toBeVisible();
        const next = page.getByRole('region', { name: home.next.title });
        await expect(next.getByRole('link')).toHaveText([home.next.all]);
        await expect(
          page.getByRole('region', { name: home.steps.title }).getByRole('listitem'),
        ).toHaveCount(4);
        const cards = page.getByRole('region', { name: home.pillarsTitle }).getByRole('listitem');
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
      },
    );
  }
});

test('the next courses lead to their pages', { tag: only('phone') }, async ({ page, visit }) => {
  await visit('/');
  const { next } = translations.en.home;
  await page.getByRole('link', { name: next.all }).scrollIntoViewIfNeeded();
  const cards = page.getByRole('region', { name: next.title }).getByRole('article');
  await expect(cards).toHaveCount(3);
  const name = (await cards.first().getByRole('heading').textContent()) ?? '';
  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('only the card of the courses is a link', { tag: only('phone') }, async ({ page, visit }) => {
  await visit('/');
  const { pillarsTitle } = translations.en.home;
  const cards = page.getByRole('region', { name: pillarsTitle }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  await expect(cards.getByRole('link')).toHaveCount(1);
  await cards.first().click();
  await expect(page).toHaveURL('/courses');
});

test(
  'a long name is no wider than a phone',
  { tag: only('phone') },
  async ({ page, visit, sharedUser: { token } }) => {
    const fullname = 'Wolfeschlegelstein'.repeat(4);
    await page.route(/\/api\/users\/me(\?|$)/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...rest, data: { ...data, fullname } } });
    });
    await visit('/', { token });
    await expect(page.getByRole('heading', { level: 2, name: fullname })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
  },
);

test.describe('the background pictures', () => {
  test(
    'rotate through five pictures, each for 5 seconds, until the pause button is pressed',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.clock.install({ time: 0 });
      await visit('/');
      await expect(pictures(page)).toHaveCount(5);
      // From here on the clock moves only when the journey moves it.
      await page.clock.pauseAt(60_000);
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await button(background.pause).press('Enter');
      await expect(button(background.play)).toBeFocused();
      const first = pillars.indexOf((await shownPicture(page).getAttribute('data-pillar')) ?? '');
      const afterTurns = (count: number) => pillars[(first + count) % pillars.length] ?? '';

      await test.step('the picture stays while paused', async () => {
        await page.clock.runFor(20_000);
        await expectPicture(page, afterTurns(0));
      });

      await test.step('after play, each picture is shown for its full time', async () => {
        await button(background.play).press('Enter');
        await expect(button(background.pause)).toBeFocused();
        for (let count = 0; count < pillars.length; count += 1) {
          await page.clock.runFor(4900);
          await expectPicture(page, afterTurns(count));
          await page.clock.runFor(100);
          await expectPicture(page, afterTurns(count + 1));
        }
      });

      await test.step('the pictures fade for half a second', async () => {
        const fade = await shownPicture(page).evaluate((picture) => {
          const { transitionProperty, transitionDuration } = getComputedStyle(picture);
          return [transitionProperty, transitionDuration];
        });
        expect(fade).toEqual(['opacity', '0.5s']);
      });
    },
  );

  test('do not delay the text', { tag: only('phone') }, async ({ page }) => {
    const release = await holdRequests(page, /courses-[^/]*\.svg$/);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText(translations.en.home.intro)).toBeVisible();
    const isComplete = (picture: Element) => (picture as HTMLImageElement).complete;
    expect(await shownPicture(page).evaluate(isComplete)).toBe(false);
    release();
    await expect.poll(() => shownPicture(page).evaluate(isComplete)).toBe(true);
    await expectPicture(page, 'courses');
  });

  test(
    'are below the text of a signed-in user on a phone',
    { tag: only('phone') },
    async ({ page, visit, sharedUser: { token } }) => {
      await visit('/', { token });
      const picture = await shownPicture(page).boundingBox();
      const intro = await page.getByText(translations.en.home.intro).boundingBox();
      expect(picture?.y).toBeGreaterThanOrEqual((intro?.y ?? Infinity) + (intro?.height ?? 0));
    },
  );

  test('do not rotate with reduced motion', { tag: only('phone') }, async ({ page, visit }) => {
    await page.clock.install();
    await visit('/');
    await expectPicture(page, 'courses');
    await page.clock.runFor(20_000);
    await expectPicture(page, 'courses');
    await expect(page.getByRole('button', { name: background.pause })).toHaveCount(0);
  });
});
