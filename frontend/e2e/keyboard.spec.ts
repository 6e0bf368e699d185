import type { Locator, Page } from '@playwright/test';
import { expect, pageState, test } from './support/journey.ts';
import { fieldsOf } from './support/signupForm.ts';
import { words } from './support/translations.ts';

// Phones have none. Longer forms have journeys of their own, beside what else is said of them.
test.describe('by keyboard alone', { tag: '@desktop' }, () => {
  test('a visitor reads about a service, and begins to sign up', async ({ page, visit }) => {
    const { navigation, pillars } = words.en.common;
    const { keyboard } = page;
    await visit('/');
    await tabTo(page, page.getByRole('button', { name: navigation.about, exact: true }));
    await keyboard.press('Enter');
    const entry = (name: string) => page.getByRole('menuitem', { name });
    await expect(entry(pillars.courses)).toBeFocused();
    await keyboard.press('End');
    await expect(entry(pillars.psychology)).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/about/networking');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await tabTo(page, page.getByRole('main').getByRole('link', { name: navigation.signup }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.press('Tab');
    await expect(fieldsOf(page, 'en').fullname).toBeFocused();
  });

  test('a visitor changes language and theme', async ({ page, visit }) => {
    const { navigation } = words.en.common;
    const { keyboard } = page;
    await visit('/');
    const language = page.getByRole('button', { name: navigation.language });
    await tabTo(page, language);
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(language).toBeFocused();
    await keyboard.press('Space');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await expect.poll(() => pageState(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
    const { navigation: arabic } = words.ar.common;
    await expect(page.getByRole('button', { name: arabic.language })).toBeFocused();

    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(page.getByRole('button', { name: arabic.useDarkTheme })).toBeFocused();
    expect((await pageState(page)).scheme).toBe('light');
  });

  test('a member goes through the courses, and chooses one', async ({
    page,
    visit,
    member: { token },
  }) => {
    const { skipToContent } = words.en.common;
    const { keyboard } = page;
    const logged = () =>
      page.waitForEvent('console', (message) => message.text().startsWith('Course'));
    await visit('/courses', { token });
    const cards = page.getByRole('article');
    await expect(cards.first()).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: skipToContent }));
    await keyboard.press('Enter');
    for (const card of (await cards.all()).slice(0, 3)) {
      await keyboard.press('Tab');
      await expect(card.getByRole('button')).toBeFocused();
    }
    for (const key of ['Enter', 'Space']) {
      await Promise.all([logged(), keyboard.press(key)]);
    }
  });
});

/** More than any page has. */
const MOST_STOPS = 80;

/** Presses Tab until the focus is there. A press has moved the focus by the time it is answered. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
  }
  throw new Error(`${MOST_STOPS} presses of Tab did not reach ${target.toString()}.`);
}
