import type { Page, Response } from '@playwright/test';
import { expect, pageAppearance, test } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { translations } from './support/translations.ts';
import { only } from './support/variants.ts';

const { navigation, pillars, pages } = translations.en.common;

async function chooseLanguage(page: Page, isMobile: boolean, from: 'en' | 'ar', name: string) {
  if (isMobile) {
    await page.getByRole('button', { name: translations[from].common.navigation.openMenu }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  } else {
    await page.getByRole('button', { name: translations[from].common.navigation.language }).click();
    await page.getByRole('menuitemradio', { name }).click();
  }
}

test(
  'the color scheme is dark on a first visit, whatever the system prefers, then the chosen one',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await visit('/');
    expect((await pageAppearance(page)).scheme).toBe('dark');

    const textColor = () => page.evaluate(() => getComputedStyle(document.body).color);
    const before = await textColor();
    await page.getByRole('button', { name: navigation.useLightTheme }).click();
    await expect.poll(async () => (await pageAppearance(page)).scheme).toBe('light');
    await expect.poll(textColor).not.toBe(before);

    await page.reload();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeVisible();
    expect((await pageAppearance(page)).scheme).toBe('light');
  },
);

test(
  'color scheme and direction are set before the first paint',
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
  test('changes at once, and stays after a reload', async ({ page, visit, isMobile }) => {
    await visit('/');
    await chooseLanguage(page, isMobile, 'en', 'العربية');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    expect(await pageAppearance(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
    await expect(page).toHaveTitle(/مسار$/);

    await expect
      .poll(async () => (await page.context().cookies()).find(({ name }) => name === '__Host-lang'))
      .toMatchObject({ value: 'ar', sameSite: 'Lax', secure: true });

    await page.reload();
    await expect(page.getByRole('link', { name: translations.ar.common.brand })).toBeVisible();
    expect(await pageAppearance(page)).toMatchObject({ lang: 'ar', dir: 'rtl' });
  });

  test(
    'can be changed back under its own name',
    { tag: only('phone') },
    async ({ page, visit, isMobile }) => {
      await visit('/', { language: 'ar' });
      await chooseLanguage(page, isMobile, 'ar', 'English');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect((await pageAppearance(page)).dir).toBe('ltr');
    },
  );

  test.describe('when translations cannot be loaded', () => {
    test.use({ expectedConsoleMessages: /Failed to load resource|There are no translations/ });
    test(
      'stays unchanged, and shows an error',
      { tag: only('desktop') },
      async ({ page, visit, isMobile }) => {
        await visit('/');
        await page.route(/\/assets\/common-/, (route) => route.abort());
        await chooseLanguage(page, isMobile, 'en', 'العربية');
        await expect(page.getByRole('alert')).toContainText(translations.en.common.languageFailed);
        expect(await pageAppearance(page)).toMatchObject({ lang: 'en', dir: 'ltr' });
        expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).not.toBe('ar');

        await page.unroute(/\/assets\/common-/);
        await chooseLanguage(page, isMobile, 'en', 'العربية');
        await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
      },
    );
  });

  test('loads only its own translations', { tag: only('phone') }, async ({ page, visit }) => {
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await visit('/courses', { language: 'ar' });
    await waitForContent(page);
    const loaded = await Promise.all(
      responses
        .filter((response) => response.request().resourceType() === 'script')
        .map((response) => response.text()),
    );
    const contains = (text: string) => loaded.some((script) => script.includes(text));
    expect(contains(translations.ar.courses.intro)).toBe(true);
    expect(contains(translations.en.courses.intro)).toBe(false);
    expect(contains(translations.fr.courses.intro)).toBe(false);
  });
});

for (const person of ['visitor', 'signed-in user']) {
  test(`the navigation leads a ${person} to the courses`, async ({
    page,
    visit,
    isMobile,
    sharedUser: { token },
  }) => {
    await visit('/about/job', person === 'visitor' ? {} : { token });
    if (isMobile) {
      await page.getByRole('button', { name: navigation.openMenu }).click();
    }
    const area = page.getByRole(isMobile ? 'dialog' : 'banner');
    await area.getByRole('link', { name: pages.courses, exact: true }).click();
    await expect(page).toHaveURL('/courses');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test.describe('the menus', () => {
  test('link to the five about pages', async ({ page, visit, isMobile }) => {
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
    'open with the keyboard, and return the focus',
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
    'open on the side of their button, in both directions',
    { tag: '@phone' },
    async ({ page, visit }) => {
      for (const language of ['en', 'ar'] as const) {
        await visit('/', { language });
        await page.evaluate((code) => {
          localStorage.setItem('i18nextLng', code);
        }, language);
        await page.reload();
        await page
          .getByRole('button', { name: translations[language].common.navigation.openMenu })
          .click();
        const drawerSide = async () => {
          const { x = -1, width = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
          return x === 0 ? 'left' : x + width === 390 ? 'right' : 'neither';
        };
        await expect.poll(drawerSide).toBe(language === 'ar' ? 'left' : 'right');
      }
    },
  );
});

test.describe('routes', () => {
  const signedInPaths = ['/profile', '/settings', '/delete'];

  test(
    'that need a session redirect a visitor to the login, with a return path',
    { tag: only('phone') },
    async ({ page, visit }) => {
      for (const path of signedInPaths) {
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
    'that need a session open for a signed-in user',
    { tag: only('desktop') },
    async ({ page, visit, sharedUser: { token } }) => {
      for (const path of signedInPaths) {
        await visit(path, { token });
        await expect(page).toHaveURL(path);
      }
    },
  );

  test(
    'for visitors open for them, and the brand links to the home page',
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
          await page
            .getByRole('banner')
            .getByRole('link', { name: translations.en.common.brand })
            .click();
          await expect(page).toHaveURL('/');
        });
      }
    },
  );

  test.describe('that do not exist', () => {
    test.use({ expectedConsoleMessages: /status of 404/ });
    test(
      'show that the page is not found, and link to the home page',
      { tag: only('phone') },
      async ({ page, visit }) => {
        await visit('/no/such/page');
        await expect(page.getByText('404')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          translations.en.common.notFound.title,
        );
        await expect(page.getByText(translations.en.common.notFound.message)).toBeVisible();
        await page.getByRole('link', { name: translations.en.common.backToHome }).click();
        await expect(page).toHaveURL('/');
      },
    );
  });

  test(
    'a navigation scrolls to the top and focuses the heading',
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
  'the email address in the drawer breaks between its parts',
  { tag: '@phone' },
  async ({ page, visit, sharedUser }) => {
    const { navigation } = translations.ar.common;
    await visit('/settings', { language: 'ar', token: sharedUser.token });
    await page.getByRole('button', { name: navigation.openMenu }).click();
    const lines = await page
      .getByRole('dialog', { name: navigation.main })
      .getByText(sharedUser.email)
      .evaluate((email) => {
        const [text] = [...email.childNodes].filter(
          (node) => node.nodeValue && 'example'.startsWith(node.nodeValue),
        );
        const range = document.createRange();
        range.selectNodeContents(text ?? email);
        return {
          count: range.getClientRects().length,
          height: email.getBoundingClientRect().height,
        };
      });
    expect(lines.count).toBe(1);
    // The email address takes more than one line.
    expect(lines.height).toBeGreaterThan(30);
  },
);

test(
  'directional icons are mirrored in right-to-left languages, and other icons are not',
  { tag: only('phone') },
  async ({ page, visit, sharedUser: { token } }) => {
    // The settings show all these icons. Each is found by the first point of its path.
    const outlines = { arrow: 'M5 12h14', back: 'M19 12H5', logout: 'M14 4H6', menu: 'M4 7h16' };
    const isMirrored = (name: keyof typeof outlines) =>
      page.evaluate((outline) => {
        const shown = document.querySelector(`svg:has(path[d^="${outline}"])`);
        return shown && new DOMMatrix(getComputedStyle(shown).transform).a < 0;
      }, outlines[name]);

    const { navigation, logout } = translations.ar.common;
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
