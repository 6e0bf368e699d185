import { tabTo } from './support/focus.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { signupFields } from './support/signupForm.ts';
import { translations } from './support/translations.ts';

// Phones have no keyboard. The keyboard journeys of longer forms are in the specs of these forms.
test.describe('with the keyboard only', { tag: '@desktop' }, () => {
  test('a visitor opens a service area and the sign-up form', async ({ page, visit }) => {
    const { navigation, pillars } = translations.en.common;
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
    await expect(signupFields(page, 'en').fullname).toBeFocused();
  });

  test('a visitor changes language and color scheme', async ({ page, visit }) => {
    const { navigation } = translations.en.common;
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
    await expect.poll(() => pageAppearance(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
    const { navigation: arabic } = translations.ar.common;
    await expect(page.getByRole('button', { name: arabic.language })).toBeFocused();

    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(page.getByRole('button', { name: arabic.useDarkTheme })).toBeFocused();
    expect((await pageAppearance(page)).scheme).toBe('light');
  });

  test('a signed-in user moves through the courses and chooses one', async ({
    page,
    visit,
    sharedUser: { token },
  }) => {
    const { skipToContent } = translations.en.common;
    const { keyboard } = page;
    const logged = () =>
      page.waitForEvent('console', (message) => message.text().startsWith('Course'));
    await visit('/courses', { token });
    const cards = page.getByRole('article');
    await expect(cards.first()).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: skipToContent }));
    await keyboard.press('Enter');
    // The search and the filters come before the cards.
    await tabTo(page, cards.first().getByRole('link'));
    for (const card of (await cards.all()).slice(1, 4)) {
      await keyboard.press('Tab');
      await expect(card.getByRole('link')).toBeFocused();
    }
    await Promise.all([logged(), keyboard.press('Enter')]);
    await expect(page).toHaveURL(/\/courses\/[a-z-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});
