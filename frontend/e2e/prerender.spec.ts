import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { readOperator } from '../vite/operator.ts';
import { keptHeading, markHeading, untilHydrated } from './support/pageReady.ts';
import { expect, pageState, test } from './support/journey.ts';
import { prerenderedPaths as pages } from './support/publicPaths.ts';
import { only } from './support/variants.ts';
import { languages, words } from './support/translations.ts';

const { navigation } = words.en.common;

/** The page as it was sent, before any script. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Holds the app back until it is released. */
async function holdApp(page: Page) {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return () => {
    release();
  };
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages can be read', { tag: only('desktop') }, async ({ page }) => {
    for (const language of languages) {
      const { common, courses, legal } = words[language];
      for (const [path, title] of [
        ['/courses', courses.title],
        ['/signup', common.pages.signup],
        ['/login', common.pages.login],
        ['/forgot-password', common.pages.forgotPassword],
        ['/privacy', common.pages.privacy],
      ] as const) {
        await page.goto(`${path}?lang=${language}`);
        await expect(heading(page)).toHaveText(title);
        await expect(page.getByRole('link', { name: common.brand }).first()).toBeVisible();
      }
      await expect(page.getByText(legal.sections.retention.title).last()).toBeVisible();
    }
  });

  test('the legal texts say who the operator is', { tag: only('desktop') }, async ({ page }) => {
    const { contact, words } = readOperator();
    for (const language of languages) {
      await page.goto(`/privacy?lang=${language}`);
      for (const value of [...Object.values(words[language]), contact.mail]) {
        await expect(page.getByRole('main')).toContainText(value);
      }
      const footer = page.getByRole('contentinfo');
      await expect(footer.locator(`a[href="mailto:${contact.mail}"]`)).toBeVisible();
    }
  });

  test('a form does not send a password by itself', { tag: only('phone') }, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel(words.en.account.fields.password, { exact: true })).toBeDisabled();
  });
});

test.describe('the language of a page', { tag: only('desktop') }, () => {
  test('is English on a first visit, whatever the browser prefers', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ locale: 'ar-DZ', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/');
    await expect(heading(page)).toHaveText(words.en.home.title);
    await context.close();
  });

  test('is the one that the address names, and stays with who never chose one', async ({
    page,
  }) => {
    await markHeading(page);
    await page.goto('/?lang=fr');
    await expect(heading(page)).toHaveText(words.fr.home.title);
    await untilHydrated(page);
    expect(await keptHeading(page)).toBe(true);
    await page.goto('/courses');
    await expect(heading(page)).toHaveText(words.fr.courses.title);
  });

  test('is the one that the address names for this visit, not for good, where another was chosen', async ({
    page,
    visit,
  }) => {
    await visit('/', { language: 'ar' });
    await page.goto('/?lang=fr');
    await expect(heading(page)).toHaveText(words.fr.home.title);
    expect(await pageState(page)).toMatchObject({ lang: 'fr', dir: 'ltr' });
    await page.goto('/');
    await expect(heading(page)).toHaveText(words.ar.home.title);
  });

  test('stays with who follows a link before the app is there', async ({ page }) => {
    const release = await holdApp(page);
    await page.goto('/?lang=fr', { waitUntil: 'commit' });
    await page.getByRole('link', { name: words.fr.home.browseCourses }).click();
    await expect(heading(page)).toHaveText(words.fr.courses.title);
    release();
  });

  test('can be changed where the address names one', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/?lang=fr&from=mail#pillars');
    await page.getByRole('button', { name: words.fr.common.navigation.language }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await expect(heading(page)).toHaveText(words.ar.home.title);
    await expect(page).toHaveURL('/?from=mail#pillars');
    await page.reload();
    await expect(heading(page)).toHaveText(words.ar.home.title);
  });

  test('is the stored one where the cookie is gone, and nothing else is seen', async ({
    page,
    context,
    visit,
  }) => {
    await visit('/', { language: 'ar' });
    await context.clearCookies();
    const release = await holdApp(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.locator('h1')).toHaveText(words.en.home.title);
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(heading(page)).toHaveText(words.ar.home.title);
    await expect(heading(page)).toBeVisible();
    expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('ar');
  });
});

test(
  'a member never sees the page of a visitor',
  { tag: only('phone') },
  async ({ page, visit, member: { token } }) => {
    await visit('/privacy', { token });
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole('link', { name: navigation.login })).toHaveCount(0);
  },
);

test.describe('without the words of the shell', () => {
  test.use({ expectedMessages: /Failed to load resource|dynamically imported module/ });

  test(
    'a page can be read, and works when they are there',
    { tag: only('phone') },
    async ({ page, isMobile }) => {
      let failures = 2;
      await page.route(/\/assets\/common-/, (route) => {
        failures -= 1;
        return failures >= 0 ? route.abort() : route.continue();
      });
      await page.goto('/');
      await expect(heading(page)).toHaveText(words.en.home.title);
      const name = isMobile ? navigation.openMenu : navigation.about;
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
    },
  );
});

test.describe('a path in capital letters', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('is another one', { tag: only('desktop') }, async ({ page }) => {
    const answer = await page.goto('/Courses');
    expect(answer?.status()).toBe(404);
    await untilHydrated(page);
    await expect(heading(page)).toHaveText(words.en.common.notFound.title);
  });
});

test(
  'what is said of one page is not said of the next',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    await visit('/');
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveCount(1);
    await page.getByRole('link', { name: words.en.home.browseCourses }).click();
    await expect(heading(page)).toHaveText(words.en.courses.title);
    await expect(canonical).toHaveCount(0);
  },
);

test('a press before the app is there is not lost', async ({ page, isMobile }) => {
  const release = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  const name = isMobile ? navigation.openMenu : navigation.about;
  await page.getByRole('button', { name }).click();
  release();
  await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
});

test(
  'a page is there in the light scheme from its first paint on',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await visit('/', { scheme: 'light' });
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(heading(page)).toBeVisible();
    expect((await pageState(page)).scheme).toBe('light');
    release();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeAttached();
  },
);

test.describe('what search engines are told', { tag: only('desktop') }, () => {
  test('is a title, a description, and where the page is in every language', async ({
    request,
  }) => {
    for (const language of languages) {
      for (const path of pages.filter((each) => each !== '/forgot-password')) {
        const html = await (await request.get(`${path}?lang=${language}`)).text();
        const own = language === 'en' ? path : `${path}?lang=${language}`;
        expect(html, own).toMatch(/<title>[^<]+ · [^<]+<\/title>/);
        expect(html, own).toMatch(/<meta content="[^"]{30,}" name="description"\/>/);
        expect(html, own).toMatch(
          new RegExp(`<link href="https?://[^/]+${escape(own)}" rel="canonical"`),
        );
        for (const [code, alternate] of [
          ['en', path],
          ['fr', `${path}?lang=fr`],
          ['ar', `${path}?lang=ar`],
          ['x-default', path],
        ] as const) {
          const link = `<link href="https?://[^/]+${escape(alternate)}" hrefLang="${code}" rel="alternate"`;
          expect(html, own).toMatch(new RegExp(link));
        }
        expect(html, own).toContain('property="og:title"');
      }
    }
  });

  test('is a picture to show with a link', async ({ page }) => {
    await page.goto('/');
    const size = await page.evaluate(async () => {
      const { content } =
        document.querySelector<HTMLMetaElement>('meta[property="og:image"]') ?? {};
      const picture = new Image();
      picture.src = new URL(content ?? '').pathname;
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    });
    expect(size).toEqual([1200, 630]);
  });

  test('is a sitemap of them, which robots.txt leads to', async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text();
    const sitemap = new URL(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '').pathname;
    const listed = [...(await (await request.get(sitemap)).text()).matchAll(/<loc>(.*?)<\/loc>/g)];
    const paths = listed.map(([, address = '']) => new URL(address).pathname);
    const expected = pages.filter((path) => path !== '/forgot-password');
    expect([...new Set(paths)].sort()).toEqual([...expected].sort());
    expect(paths).toHaveLength(3 * expected.length);
  });

  test('is to leave out what is about a person, or is not there', async ({ request }) => {
    for (const path of ['/profile', '/settings', '/delete', '/verify-email', '/forgot-password']) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(await answer.text(), path).toContain('<meta content="noindex" name="robots"');
    }
    const missing = await request.get('/nothing/here');
    expect(missing.status()).toBe(404);
    expect(await missing.text()).toContain('<meta content="noindex" name="robots"');
  });
});

test('only pages of the app have the empty page', { tag: only('desktop') }, async ({ request }) => {
  const empty = readFileSync(resolve(import.meta.dirname, '../dist/spa.html'), 'utf8');
  expect(await (await request.get('/profile')).text()).toBe(empty);
  expect(await (await request.get('/')).text()).not.toBe(empty);
});

function escape(text: string): string {
  return text.replace(/[.?/]/g, '\\$&');
}
