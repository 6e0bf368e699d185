import type { APIRequestContext, Page } from '@playwright/test';
import type { components } from '../src/api/schema';
import { languageOf } from '../src/i18n/languages.ts';
import { families } from '../src/theme/families.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, pageAppearance, test } from './support/journey.ts';
import { baseline, horizontalOverflow } from './support/layout.ts';
import { waitForContent } from './support/pageReady.ts';
import { translations, type Language } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

type Course = components['schemas']['Course'];
type ListedCourse = components['schemas']['ListedCourse'];
type CoursePrice = components['schemas']['CoursePrice'];

/** How far the focus ring reaches out of a card, in pixels. */
const RING = 6;

async function fetchList<Item>(request: APIRequestContext, path: string): Promise<Item[]> {
  const response = await request.get(path);
  expect(response.ok()).toBe(true);
  const items = ((await response.json()) as { data: Item[] }).data;
  expect(items.length).toBeGreaterThan(0);
  return items;
}

/** The names of the courses in a group. */
function courseNames(page: Page, group: string) {
  return page.getByRole('region', { name: group, exact: true }).getByRole('heading', { level: 3 });
}

for (const { language, tag } of variants('phone')) {
  const { courses: text } = translations[language];

  test.describe(`the courses (${language})`, { tag: [...tag, '@firefox'] }, () => {
    test('shows a visitor the courses of the API in two groups', async ({
      page,
      request,
      visit,
    }) => {
      const courses = await fetchList<Course>(request, `/api/courses?lang=${language}`);
      await visit('/courses', { language });

      expect(await pageAppearance(page)).toMatchObject({
        lang: language,
        dir: languageOf(language).direction,
      });
      for (const type of ['cpd', 'additional'] as const) {
        const expected = courses.filter((course) => course.type === type);
        await expect(courseNames(page, text.groups[type])).toHaveText(
          expected.map(({ name }) => name),
        );
      }
      for (const { description } of courses) {
        await expect(page.getByText(description)).toBeVisible();
      }
      await expect(page).toHaveTitle(new RegExp(`^${text.title} · `));

      // Whether its files are in time, `fonts.spec.ts` tests.
      await test.step('names the font of the language', async () => {
        const [font] = families[language].split(',');
        const fontFamily = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
        expect(fontFamily.split(',')[0]).toBe(font);
      });

      await test.step('invites the visitor to sign up', async () => {
        await page.getByRole('main').getByRole('link', { name: text.signup.button }).click();
        await expect(page).toHaveURL('/signup');
      });
    });
  });
}

for (const { language, tag } of variants('desktop')) {
  const { courses: text } = translations[language];

  test(
    `shows a signed-in user enrolments and the prices of their country (${language})`,
    { tag },
    async ({ page, request, visit, sharedUser: { token, country } }) => {
      const prices = await fetchList<CoursePrice>(
        request,
        `/api/coursePrices?lang=${language}&country=${country}`,
      );
      // Other journeys enrol users meanwhile, so the list is the one that the page shows.
      const responded = page.waitForResponse(/\/(api|catalogue\/\w+)\/courses\?/);
      await visit('/courses', { language, token });
      const { data: courses } = (await (await responded).json()) as { data: Course[] };

      await expect(page.getByRole('article')).toHaveCount(courses.length);
      expect(country).toBe('Algeria');
      const formattedPrices = await page.evaluate(
        ([lang, items]) =>
          items.map(({ amount, currency }) =>
            new Intl.NumberFormat(`${lang}-DZ`, {
              style: 'currency',
              currency,
              numberingSystem: 'latn',
              maximumFractionDigits: 0,
            })
              .format(amount as Intl.StringNumericLiteral)
              // In English, browsers do not know the country's own symbol.
              .replace('DZD', 'DA'),
          ),
        [language, prices] as const,
      );
      for (const course of courses) {
        const card = page.getByRole('article').filter({
          has: page.getByRole('link', { name: course.name, exact: true }),
        });
        const price = prices.findIndex((candidate) => candidate.course === course._id);
        await expect(card).toContainText(formattedPrices[price] ?? 'a price');
        if (course.enrollmentCount > 0) {
          await expect(card).toContainText(enrolmentText(language, course.enrollmentCount));
        }
      }
      await expect(page.getByText(text.signup.invitation)).toBeHidden();

      await test.step('shows the whole ring of a focused card', async () => {
        const bar = (await page.getByRole('banner').boundingBox()) ?? { height: 0 };
        for (const card of [
          page.getByRole('article').last(),
          page.getByRole('article').first(),
          page.getByRole('article').nth(4),
        ]) {
          await card.getByRole('link').focus();
          const box = await card.boundingBox();
          expect(box?.y).toBeGreaterThan(bar.height + RING);
          expect((box?.y ?? 0) + (box?.height ?? 0) + RING).toBeLessThan(
            page.viewportSize()?.height ?? 0,
          );
        }
      });

      await test.step('fits the screen, also at 320 pixels', async () => {
        const size = page.viewportSize();
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await page.setViewportSize({ width: 320, height: 640 });
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await page.setViewportSize(size ?? { width: 1280, height: 720 });
      });

      await test.step('logs a chosen course to the console, and opens its page', async () => {
        const [chosen] = courses;
        const logged = page.waitForEvent('console', (message) =>
          message.text().startsWith('Course'),
        );
        await page
          .getByRole('article')
          .filter({ hasText: chosen?.name ?? '' })
          .click();
        expect((await logged).type()).toBe('info');
        await expect(page).toHaveURL(`/courses/${chosen?._id}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(chosen?.name ?? '');
      });
    },
  );
}

for (const { language, tag } of variants('phone')) {
  const { courses: text, courseSearch } = translations[language];

  test(
    `finds courses, and keeps what was searched on Back (${language})`,
    { tag },
    async ({ page, request, visit }) => {
      const courses = await fetchList<ListedCourse>(request, `/api/courses?lang=${language}`);
      const [wanted] = courses.filter(({ level }) => level === 'beginner');
      const search = page.getByRole('search');
      await visit('/courses', { language });
      await waitForContent(page);

      await test.step('searches, in spite of accents and forms of letters', async () => {
        const typed = (wanted?.name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
        await search.getByRole('searchbox').fill(typed);
        await expect(page.getByRole('article')).toHaveCount(1);
        await expect(page.getByRole('article')).toContainText(wanted?.name ?? '');
        await expect(search.getByRole('status')).not.toBeEmpty();
      });

      await test.step('says what was searched when nothing matches', async () => {
        await search.getByRole('button', { name: text.filters }).click();
        await search.getByLabel(courseSearch.labels.level).selectOption('advanced');
        await expect(page.getByText(courseSearch.nothing)).toBeVisible();
        await expectAccessible(page);
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      });

      await test.step('keeps the search on Back', async () => {
        await page.getByRole('link', { name: text.signup.button }).first().click();
        await expect(page).toHaveURL('/signup');
        await page.goBack();
        await expect(page.getByText(courseSearch.nothing)).toBeVisible();
        await expect(search.getByLabel(courseSearch.labels.level)).toHaveValue('advanced');
      });

      await test.step('shows all courses again', async () => {
        await page.getByRole('button', { name: courseSearch.showAll }).click();
        await expect(page.getByRole('article')).toHaveCount(courses.length);
        await expect(search.getByRole('searchbox')).toBeFocused();
        await expect(page).toHaveURL('/courses');
      });
    },
  );
}

test(
  'a narrow phone shows in each script that there are more filters than fit',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of ['en', 'ar'] as const) {
      await visit('/courses?level=beginner', { language });
      const third = page.getByRole('search').getByRole('combobox').nth(2);
      await expect(third).toBeInViewport({ ratio: 0.1 });
      await expect(third).not.toBeInViewport({ ratio: 0.9 });
    }
  },
);

function enrolmentText(language: Language, count: number): string {
  const key = `enrolled_${new Intl.PluralRules(language).select(count)}`;
  const text = Object.entries(translations[language].coursePrices).find(
    ([name]) => name === key,
  )?.[1];
  expect(typeof text, key).toBe('string');
  return (text as string).replace(
    '{{count, number}}',
    new Intl.NumberFormat(language).format(count),
  );
}

test(
  'price and enrolments of a card have one baseline',
  { tag: only('desktop') },
  async ({ page, visit, sharedUser: { token } }) => {
    await page.route(/\/(api|catalogue\/\w+)\/courses\?/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: Course[] };
      const enrolled = data.map((course) => ({ ...course, enrollmentCount: 12 }));
      await route.fulfill({ response, json: { ...rest, data: enrolled } });
    });
    await visit('/courses', { token });
    const card = page.getByRole('article').first();
    const enrolments = card.getByText(enrolmentText('en', 12));
    const price = card.locator('bdi[dir=ltr]');
    await expect(enrolments).toBeVisible();
    await expect(price).toBeVisible();
    expect(await baseline(enrolments)).toBeCloseTo(await baseline(price), 0);
  },
);

test(
  'reloads the list when the language changes',
  { tag: only('phone') },
  async ({ page, request, visit, isMobile }) => {
    await visit('/courses');
    await waitForContent(page);
    if (isMobile) {
      await page.getByRole('button', { name: translations.en.common.navigation.openMenu }).click();
      await page.getByRole('button', { name: 'Français' }).click();
    } else {
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('menuitemradio', { name: 'Français' }).click();
    }
    const courses = await fetchList<Course>(request, '/api/courses?lang=fr');
    await expect(courseNames(page, translations.fr.courses.groups.cpd)).toHaveText(
      courses.filter(({ type }) => type === 'cpd').map(({ name }) => name),
    );
  },
);

test.describe('when the API cannot be reached', () => {
  test.use({ expectedConsoleMessages: /Failed to load resource/ });

  test(
    'shows an error, and loads the list on retry',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const { courses: text, common } = translations.ar;
      await page.route(/\/(api|catalogue\/\w+)\/courses\?/, (route) => route.abort());
      await visit('/courses', { language: 'ar' });
      await expect(page.getByRole('alert')).toContainText(text.outdated);

      await page.unroute(/\/(api|catalogue\/\w+)\/courses\?/);
      await page.getByRole('button', { name: common.retry }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  );
});
