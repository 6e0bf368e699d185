import type { Page, Response } from '@playwright/test';
import { untilComplete } from './support/pageReady.ts';
import { expect, pageState, test } from './support/journey.ts';
import { only } from './support/variants.ts';
import { words } from './support/translations.ts';

const { navigation, pillars, pages } = words.en.common;

async function chooseLanguage(page: Page, isMobile: boolean, from: 'en' | 'ar', name: string) {
  if (isMobile) {
    await page.getByRole('button', { name: words[from].common.navigation.openMenu }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  } else {
    await page.getByRole('button', { name: words[from].common.navigation.language }).click();
    await page.getByRole('menuitemradio', { name }).click();
  }
}

test(
  'the colour scheme is dark on a first visit, whatever the system prefers, then the one that was chosen',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await visit('/');
    expect((await pageState(page)).scheme).toBe('dark');

    const textColour = () => page.evaluate(() => getComputedStyle(document.body).color);
    const before = await textColour();
    await page.getByRole('button', { name: navigation.useLightTheme }).click();
    expect((await pageState(page)).scheme).toBe('light');
    expect(await textColour()).not.toBe(before);

    await page.reload();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeVisible();
    expect((await pageState(page)).scheme).toBe('light');
  },
);

test(
  'nothing flashes: scheme and direction are right before anything is shown',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.body as HTMLElement | null) {
          const { lang, dir, dataset } = document.documentElement;
          seen.add([lang, dir, dataset['colorScheme']].join(' '));
        }
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await visit('/', { language: 'ar', scheme: 'light' });
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toEqual(['ar rtl light']);
  },
);

test.describe('the language', () => {
  test('changes at once, and stays for later visits', async ({ page, visit, isMobile }) => {
    await visit('/');
    await chooseLanguage(page, isMobile, 'en', 'العربية');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    expect(await pageState(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
    await expect(page).toHaveTitle(/مسار$/);

    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'lang')).toMatchObject({
      value: 'ar',
      sameSite: 'Lax',
    });

    await page.reload();
    await expect(page.getByRole('link', { name: words.ar.common.brand })).toBeVisible();
    expect(await pageState(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
  });

  test(
    'can be changed back by who does not read it',
    { tag: only('phone') },
    async ({ page, visit, isMobile }) => {
      await visit('/', { language: 'ar' });
      await chooseLanguage(page, isMobile, 'ar', 'English');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect((await pageState(page)).dir).toBe('ltr');
    },
  );

  test.describe('when words cannot be loaded', () => {
    test.use({ expectedMessages: /Failed to load resource|There are no words/ });
    test(
      'stays as it is, and says so',
      { tag: only('desktop') },
      async ({ page, visit, isMobile }) => {
        await visit('/');
        await page.route(/\/assets\/common-/, (route) => route.abort());
        await chooseLanguage(page, isMobile, 'en', 'العربية');
        await expect(page.getByRole('alert')).toContainText(words.en.common.languageFailed);
        expect(await pageState(page)).toMatchObject({ lang: 'en', dir: 'ltr' });
        expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).not.toBe('ar');

        await page.unroute(/\/assets\/common-/);
        if (isMobile) {
          // The drawer has stayed open.
          await page.getByRole('dialog').getByRole('button', { name: 'العربية' }).click();
        } else {
          await chooseLanguage(page, isMobile, 'en', 'العربية');
        }
        await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
      },
    );
  });

  test('loads its own words only', { tag: only('phone') }, async ({ page, visit }) => {
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await visit('/courses', { language: 'ar' });
    await untilComplete(page);
    const loaded = await Promise.all(
      responses
        .filter((response) => response.request().resourceType() === 'script')
        .map((response) => response.text()),
    );
    const contains = (text: string) => loaded.some((script) => script.includes(text));
    expect(contains(words.ar.courses.intro)).toBe(true);
    expect(contains(words.en.courses.intro)).toBe(false);
    expect(contains(words.fr.courses.intro)).toBe(false);
  });
});

test.describe('the menus', () => {
  test('lead to the five about pages', async ({ page, visit, isMobile }) => {
    await visit('/');
    for (const [pillar, name] of Object.entries(pillars)) {
      if (isMobile) {
        await page.getByRole('button', { name: navigation.openMenu }).click();
        await page.getByRole('dialog').getByRole('link', { name }).click();
      } else {
        await page.getByRole('button', { name: navigation.about }).click();
        await page.getByRole('menuitem', { name }).click();
      }
      await expect(page).toHaveURL(`/about/${pillar}`);
      const heading = page.getByRole('heading', { level: 1, name });
      await expect(heading).toBeFocused();
      await expect(page).toHaveTitle(`${name} · Masar`);
    }
  });

  test(
    'open by keyboard and give the focus back',
    { tag: only('phone') },
    async ({ page, visit, isMobile }) => {
      await visit('/');
      const name = isMobile ? navigation.openMenu : navigation.about;
      const button = page.getByRole('button', { name });
      await button.press('Enter');
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    },
  );

  test(
    'open at the side where their button is, in both directions',
    { tag: '@phone' },
    async ({ page, visit }) => {
      for (const language of ['en', 'ar'] as const) {
        await visit('/', { language });
        await page.evaluate((code) => {
          localStorage.setItem('i18nextLng', code);
        }, language);
        await page.reload();
        await page
          .getByRole('button', { name: words[language].common.navigation.openMenu })
          .click();
        const box = await page.getByRole('dialog').boundingBox();
        expect(box?.x).toBe(language === 'ar' ? 0 : 390 - (box?.width ?? 0));
      }
    },
  );
});

test.describe('routes', () => {
  const forMembers = ['/profile', '/settings', '/delete'];

  test(
    'for members send a visitor to the login, which knows the way back',
    { tag: only('phone') },
    async ({ page, visit }) => {
      for (const path of forMembers) {
        await test.step(path, async () => {
          await visit(`${path}?a=1`);
          await expect(page).toHaveURL('/login');
          const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
          expect(state).toEqual({ from: `${path}?a=1` });
        });
      }
    },
  );

  test(
    'for members open for them',
    { tag: only('desktop') },
    async ({ page, visit, member: { token } }) => {
      for (const path of forMembers) {
        await visit(path, { token });
        await expect(page).toHaveURL(path);
      }
    },
  );

  test(
    'for visitors open for them, and the brand leads home',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      for (const [path, title] of [
        ['/signup', pages.signup],
        ['/login', pages.login],
        ['/forgot-password', pages.forgotPassword],
      ] as const) {
        await test.step(path, async () => {
          await visit(path);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
          await page.getByRole('banner').getByRole('link', { name: words.en.common.brand }).click();
          await expect(page).toHaveURL('/');
        });
      }
    },
  );

  test.describe('to nowhere', () => {
    test.use({ expectedMessages: /status of 404/ });
    test('are not found, and lead home', { tag: only('phone') }, async ({ page, visit }) => {
      await visit('/no/such/page');
      await expect(page.getByText('404')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words.en.common.notFound.title,
      );
      await expect(page.getByText(words.en.common.notFound.message)).toBeVisible();
      await page.getByRole('link', { name: words.en.common.backToHome }).click();
      await expect(page).toHaveURL('/');
    });
  });

  test(
    'a navigation begins at the top and at the heading',
    { tag: only('phone') },
    async ({ page, visit }) => {
      await visit('/');
      await page.getByRole('contentinfo').getByRole('link', { name: pages.privacy }).click();
      await expect(page.getByRole('heading', { level: 1, name: pages.privacy })).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
  );
});

test(
  'the e-mail in the drawer breaks between its parts',
  { tag: '@phone' },
  async ({ page, visit, member }) => {
    const { navigation } = words.ar.common;
    await visit('/settings', { language: 'ar', token: member.token });
    await page.getByRole('button', { name: navigation.openMenu }).click();
    const lines = await page
      .getByRole('dialog', { name: navigation.main })
      .getByText(member.email)
      .evaluate((email) => {
        const [text] = [...email.childNodes].filter(
          (node) => node.nodeValue && 'example'.startsWith(node.nodeValue),
        );
        const range = document.createRange();
        range.selectNodeContents(text ?? email);
        return { count: range.getClientRects().length, height: email.clientHeight };
      });
    expect(lines.count).toBe(1);
    // There is more than one line.
    expect(lines.height).toBeGreaterThan(30);
  },
);

test(
  'icons that point along the line are mirrored where it runs from right to left, and others are not',
  { tag: only('phone') },
  async ({ page, visit, member: { token } }) => {
    // Where arrow, back and logout are; what is drawn is recognised by its first point.
    const outlines = { arrow: 'M5 12h14', back: 'M19 12H5', logout: 'M14 4H6', menu: 'M4 7h16' };
    const isMirrored = (name: keyof typeof outlines) =>
      page.evaluate((outline) => {
        const shown = document.querySelector(`svg:has(path[d^="${outline}"])`);
        return shown && new DOMMatrix(getComputedStyle(shown).transform).a < 0;
      }, outlines[name]);

    const { navigation, logout } = words.ar.common;
    await visit('/settings', { language: 'ar', token });
    await page.getByRole('button', { name: navigation.openMenu }).click();
    await expect(page.getByRole('button', { name: logout.title })).toBeVisible();
    for (const direction of ['rtl', 'ltr'] as const) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      for (const name of ['arrow', 'back', 'logout'] as const) {
        expect(await isMirrored(name), `${name}, ${direction}`).toBe(direction === 'rtl');
      }
      expect(await isMirrored('menu'), `menu, ${direction}`).toBe(false);
    }
  },
);
