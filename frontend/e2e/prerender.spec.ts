import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from '../src/app/screenLists.ts';
import { courseIds } from '../vite/courseIds.ts';
import { readOperator } from '../vite/operator.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { isHeadingKept, rememberHeading, waitForHydration } from './support/pageReady.ts';
import { coursePath, prerenderedPaths as pages } from './support/publicPaths.ts';
import { holdRequests, recordRequests } from './support/requests.ts';
import { fillValues, signupFields, signupValues } from './support/signupForm.ts';
import { languages, translations } from './support/translations.ts';
import { createVerifiedUser } from './support/users.ts';
import { only } from './support/variants.ts';

const { navigation } = translations.en.common;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

interface ItemList {
  '@type': string;
  itemListElement: { url: string }[];
}

const structuredData = (page: Page) => page.locator('script[type="application/ld+json"]');

/** Holds the script of the app, so that the page stays as it was prerendered. */
const holdApp = (page: Page) => holdRequests(page, /\/assets\/index-.*\.js$/);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('opens a question to its answer', { tag: only('phone') }, async ({ page }) => {
    const { question, answer } = translations.en.faq.questions.place;
    await page.goto('/faq');
    await expect(page.getByText(answer)).toBeHidden();
    await page.getByText(question).click();
    await expect(page.getByText(answer)).toBeVisible();
  });

  test('shows the pages', { tag: only('desktop') }, async ({ page }) => {
    for (const language of languages) {
      const { common, courses, faq, legal } = translations[language];
      for (const [path, title] of [
        ['/courses', courses.title],
        ['/signup', common.pages.signup],
        ['/login', common.pages.login],
        ['/forgot-password', common.pages.forgotPassword],
        ['/faq', faq.title],
        ['/contact', common.pages.contact],
        ['/privacy', common.pages.privacy],
      ] as const) {
        await page.goto(`${path}?lang=${language}`);
        await expect(heading(page)).toHaveText(title);
        await expect(page.getByRole('link', { name: common.brand }).first()).toBeVisible();
      }
      await expect(page.getByText(legal.sections.retention.title).last()).toBeVisible();
    }
  });

  test(
    'lists the courses, and shows what there is to know of one',
    { tag: only('phone') },
    async ({ page }) => {
      for (const language of languages) {
        const { courses, coursePage } = translations[language];
        for (const path of ['/courses', '/about/courses']) {
          await page.goto(`${path}?lang=${language}`);
          await expect(page.getByRole('heading', { name: courses.groups.cpd })).toBeVisible();
          await expect(page.locator('main a[href^="/courses/"]')).toHaveCount(courseIds().length);
          await expect(page.getByText(courses.loading)).toBeHidden();
        }
        const link = page.locator(`main a[href="${coursePath}"]`);
        const name = (await link.textContent()) ?? '';
        // The CDN keeps the language of the URL.
        await link.click();
        await expect(page).toHaveURL(coursePath);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(heading(page)).toHaveText(name);
        await expect(page.getByRole('heading', { name: coursePage.syllabus })).toBeVisible();
        await expect(page.getByRole('region', { name: coursePage.runs.title })).toContainText(
          /\d{4}/,
        );
        await expect(page.getByRole('link', { name: coursePage.visitor.ask })).toBeVisible();
      }
    },
  );

  test('names the operator in the legal texts', { tag: only('desktop') }, async ({ page }) => {
    const { contact, details } = readOperator();
    for (const language of languages) {
      await page.goto(`/privacy?lang=${language}`);
      const { name, address, registration, country, court, region } = details[language];
      for (const value of [name, address, registration, country, court, region, contact.mail]) {
        await expect(page.getByRole('main')).toContainText(value);
      }
      const footer = page.getByRole('contentinfo');
      await expect(footer.locator(`a[href="mailto:${contact.mail}"]`)).toBeVisible();
    }
  });

  test(
    'keeps forms disabled, so that the browser does not submit a password',
    { tag: only('phone') },
    async ({ page }) => {
      const { common, signIn } = translations.en;
      await page.goto('/login');
      await expect(page.getByLabel(signIn.fields.password, { exact: true })).toBeDisabled();
      const reason = page.locator('form noscript');
      await expect(reason).toBeVisible();
      // Playwright's texts leave this element out.
      expect(await reason.textContent()).toBe(common.form.needsJavaScript);
    },
  );
});

test.describe('the language of a page', { tag: only('desktop') }, () => {
  test('is English on a first visit, whatever the browser prefers', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ locale: 'ar-DZ', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/');
    await expect(heading(page)).toHaveText(translations.en.home.title);
    await context.close();
  });

  test('is the one in the URL, and stays when no other was chosen', async ({ page }) => {
    await rememberHeading(page);
    await page.goto('/?lang=fr');
    await expect(heading(page)).toHaveText(translations.fr.home.title);
    await waitForHydration(page);
    expect(await isHeadingKept(page)).toBe(true);
    await page.goto('/courses');
    await expect(heading(page)).toHaveText(translations.fr.courses.title);
  });

  test('is the one in the URL for this visit only when another was chosen before', async ({
    page,
    visit,
  }) => {
    await visit('/', { language: 'ar' });
    await page.goto('/?lang=fr');
    await expect(heading(page)).toHaveText(translations.fr.home.title);
    expect(await pageAppearance(page)).toMatchObject({ lang: 'fr', dir: 'ltr' });
    await page.goto('/');
    await expect(heading(page)).toHaveText(translations.ar.home.title);
  });

  test('stays when a link is followed before the app is loaded', async ({ page }) => {
    const release = await holdApp(page);
    await page.goto('/?lang=fr', { waitUntil: 'commit' });
    await page.getByRole('link', { name: translations.fr.home.browseCourses }).click();
    await expect(heading(page)).toHaveText(translations.fr.courses.title);
    release();
  });

  test('can be changed when the URL has one', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/?lang=fr&from=mail#pillars');
    await page.getByRole('button', { name: translations.fr.common.navigation.language }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await expect(heading(page)).toHaveText(translations.ar.home.title);
    await expect(page).toHaveURL('/?from=mail#pillars');
    await page.reload();
    await expect(heading(page)).toHaveText(translations.ar.home.title);
  });

  test('is the stored one when the cookie is gone, without showing another language first', async ({
    page,
    context,
    visit,
  }) => {
    await visit('/', { language: 'ar' });
    // The page stores the cookie when it loads, and the app when it starts.
    await waitForHydration(page);
    await context.clearCookies();
    const release = await holdApp(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.locator('h1')).toHaveText(translations.en.home.title);
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(heading(page)).toHaveText(translations.ar.home.title);
    await expect(heading(page)).toBeVisible();
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === '__Host-lang')?.value)
      .toBe('ar');
  });
});

test(
  'a signed-in user sees the frame of the prerendered page, and not what is for visitors',
  { tag: only('phone') },
  async ({ page, visit, sharedUser: { token } }) => {
    await visit('/privacy', { token });
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('link', { name: translations.en.common.brand })).toBeVisible();
    await expect(page.locator('h1')).toBeHidden();
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    release();
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole('link', { name: navigation.login })).toHaveCount(0);
  },
);

test.describe('when the translations of the shell fail to load', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource|dynamically imported module/ });

  test(
    'shows the page, and works once they are loaded',
    { tag: only('phone') },
    async ({ page, isMobile }) => {
      const file = /\/assets\/common-/;
      await page.route(file, (route) => route.abort());
      await page.goto('/');
      await expect(heading(page)).toHaveText(translations.en.home.title);
      const name = isMobile ? navigation.openMenu : navigation.about;
      await page.getByRole('button', { name }).click();
      const notice = page.getByText(translations.en.common.partFailed);
      await expect(notice).toBeVisible();
      await page.unroute(file);
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
      await expect(notice).toBeHidden();
    },
  );
});

test.describe('when the app cannot be loaded', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test(
    'says so once a form is submitted, and submits it once the app is loaded',
    { tag: only('phone') },
    async ({ page }) => {
      const { common, signIn } = translations.ar;
      const file = /\/assets\/index-.*\.js$/;
      await page.route(file, (route) => route.abort());
      await page.goto('/login?lang=ar');
      const email = page.getByLabel(signIn.fields.email);
      await expect(email).toBeEnabled();
      await email.press('Enter');
      const notice = page.getByRole('alert').filter({ hasText: common.partFailed });
      await expect(notice).toBeInViewport({ ratio: 1 });
      await page.unroute(file);
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(notice).toBeHidden();
    },
  );
});

test('a path in upper case leads to its page', { tag: only('desktop') }, async ({ page }) => {
  await page.goto('/Courses');
  await expect(page).toHaveURL('/courses');
  await expect(heading(page)).toHaveText(translations.en.courses.title);
});

test(
  'the canonical link of a prerendered page is removed on navigation',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    await visit('/');
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveCount(1);
    await page.getByRole('link', { name: translations.en.home.browseCourses }).click();
    await expect(heading(page)).toHaveText(translations.en.courses.title);
    await expect(canonical).toHaveCount(0);
  },
);

test('a press before the app is loaded is replayed', async ({ page, isMobile }) => {
  const release = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  const name = isMobile ? navigation.openMenu : navigation.about;
  await page.getByRole('button', { name }).click();
  release();
  await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
});

test('a link that is pressed before the app is loaded is followed by the browser', async ({
  page,
}) => {
  const release = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: translations.en.home.browseCourses }).click();
  await expect(heading(page)).toHaveText(translations.en.courses.title);
  await expect(page).toHaveURL('/courses');
  release();
});

test('a form that is filled in and submitted before the app is loaded is sent once', async ({
  page,
}) => {
  const { fields, login } = translations.en.signIn;
  const user = await createVerifiedUser();
  const requests = recordRequests(page);
  const release = await holdApp(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel(login.remember).uncheck();
  await page.getByLabel(fields.email).fill(user.email);
  await page.getByLabel(fields.password, { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  expect(page.url()).toMatch(/\/login$/);
  release();
  await expect(page).toHaveURL('/');
  const sent = requests.to(/\/users\/login/).map((request) => request.postDataJSON() as unknown);
  expect(sent).toEqual([{ email: user.email, password: user.password, remember: false }]);
});

test(
  'what is typed into a form before the app is loaded stays',
  { tag: only('phone') },
  async ({ page }) => {
    const release = await holdApp(page);
    await page.goto('/signup', { waitUntil: 'commit' });
    const { fullname } = signupFields(page, 'en');
    await fullname.fill('Amina Haddad');
    release();
    await waitForHydration(page);
    await expect(fullname).toHaveValue('Amina Haddad');
    await expect(fullname).toBeFocused();
    // A later render of the form keeps it, too.
    await page.keyboard.press('Tab');
    await expect(fullname).toHaveValue('Amina Haddad');
  },
);

test('a press that lasts until the app is ready is not lost', async ({ page }) => {
  const { signup } = translations.en;
  const release = await holdApp(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await fillValues(page, 'en', signupValues());
  await page.getByRole('main').getByRole('button', { name: signup.next }).hover();
  await page.mouse.down();
  release();
  await waitForHydration(page);
  // Hints about the entries would appear in the next frame, above the button.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.mouse.up();
  await expect(page.getByRole('radio', { name: signup.occupation.student })).toBeVisible();
});

test(
  'the first paint has the light color scheme',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await visit('/', { scheme: 'light' });
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(heading(page)).toBeVisible();
    expect((await pageAppearance(page)).scheme).toBe('light');
    release();
    await expect(page.getByRole('button', { name: navigation.useDarkTheme })).toBeAttached();
  },
);

test.describe('for search engines', { tag: only('desktop') }, () => {
  test('each page has title, description, canonical link and alternate languages', async ({
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

  test('a page has an image to show with a link, and each course its own', async ({ page }) => {
    const pictures = new Set<string>();
    for (const path of ['/', ...courseIds().map((id) => `/courses/${id}`)]) {
      await page.goto(path);
      const { size, content } = await page.evaluate(async () => {
        const { content = '' } =
          document.querySelector<HTMLMetaElement>('meta[property="og:image"]') ?? {};
        const picture = new Image();
        picture.src = new URL(content).pathname;
        await picture.decode();
        return { size: [picture.naturalWidth, picture.naturalHeight], content };
      });
      expect(size, path).toEqual([1200, 630]);
      pictures.add(content);
    }
    expect(pictures.size).toBe(1 + courseIds().length);
  });

  test('the pages of questions and of contact describe themselves, until the app shows another one', async ({
    page,
  }) => {
    for (const language of languages) {
      for (const [path, type] of [
        ['/faq', 'FAQPage'],
        ['/contact', 'ContactPage'],
      ] as const) {
        await page.goto(`${path}?lang=${language}`);
        await waitForHydration(page);
        const described: unknown = JSON.parse(await structuredData(page).innerText());
        expect(described).toMatchObject({ '@type': type, inLanguage: language });
      }
    }
    await page.getByRole('link', { name: translations.ar.common.pages.deleteInfo }).click();
    await expect(heading(page)).toHaveText(translations.ar.common.pages.deleteInfo);
    await expect(structuredData(page)).toHaveCount(0);
  });

  test('courses describe themselves and their runs', async ({ page }) => {
    for (const language of languages) {
      await page.goto(`/courses?lang=${language}`);
      const list = JSON.parse(await structuredData(page).innerText()) as ItemList;
      expect(list['@type']).toBe('ItemList');
      expect(list.itemListElement).toHaveLength(courseIds().length);
      const own = list.itemListElement.find(({ url }) => new URL(url).pathname === coursePath);
      expect(own?.url).toContain(language === 'en' ? coursePath : `?lang=${language}`);

      await page.goto(`${coursePath}?lang=${language}`);
      const course = JSON.parse(await structuredData(page).innerText()) as object;
      expect(course).toMatchObject({
        '@type': 'Course',
        name: await heading(page).innerText(),
        provider: { '@type': 'Organization', name: translations[language].common.brand },
        hasCourseInstance: [
          {
            '@type': 'CourseInstance',
            courseMode: 'Online',
            courseSchedule: { '@type': 'Schedule' },
          },
          { '@type': 'CourseInstance' },
        ],
      });
    }
  });

  test('robots.txt names a sitemap of all pages', async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text();
    const sitemap = new URL(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '').pathname;
    const listed = [...(await (await request.get(sitemap)).text()).matchAll(/<loc>(.*?)<\/loc>/g)];
    const paths = listed.map(([, url = '']) => new URL(url).pathname);
    const expected = [
      ...pagePaths.filter((path) => path !== '/forgot-password'),
      ...courseIds().map((id) => `/courses/${id}`),
    ];
    expect([...new Set(paths)].sort()).toEqual([...expected].sort());
    expect(paths).toHaveLength(3 * expected.length);
  });

  test('personal and missing pages are marked noindex', async ({ request }) => {
    for (const path of [
      '/profile',
      '/settings',
      '/delete',
      '/check-email',
      '/verify-email',
      '/forgot-password',
    ]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(await response.text(), path).toContain('<meta content="noindex" name="robots"');
    }
    const missing = await request.get('/nothing/here');
    expect(missing.status()).toBe(404);
    expect(await missing.text()).toContain('<meta content="noindex" name="robots"');
  });
});

test(
  'only screens that are not prerendered get the empty page',
  { tag: only('desktop') },
  async ({ request }) => {
    const empty = readFileSync(resolve(import.meta.dirname, '../dist/spa.html'), 'utf8');
    expect(await (await request.get('/verify-email')).text()).toBe(empty);
    expect(await (await request.get('/profile')).text()).not.toBe(empty);
    expect(await (await request.get('/')).text()).not.toBe(empty);
  },
);

function escape(text: string): string {
  return text.replace(/[.?/]/g, '\\$&');
}
