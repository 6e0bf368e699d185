import type { APIRequestContext, Page } from '@playwright/test';
import type { components } from '../src/api/schema';
import { expect, pageState, test } from './journey.ts';
import { languages, words } from './words.ts';

type Course = components['schemas']['Course'];
type CoursePrice = components['schemas']['CoursePrice'];

async function listed<Item>(request: APIRequestContext, path: string): Promise<Item[]> {
  const answer = await request.get(path);
  expect(answer.ok()).toBe(true);
  const items = ((await answer.json()) as { data: Item[] }).data;
  expect(items.length).toBeGreaterThan(0);
  return items;
}

/** Names of the cards in a group, as they are shown. */
function names(page: Page, group: string) {
  return page.getByRole('region', { name: group, exact: true }).getByRole('heading', { level: 3 });
}

for (const language of languages) {
  const { courses: text } = words[language];

  test.describe(`courses in ${language}`, () => {
    test('are shown to a visitor in two groups, as the API has them', async ({
      page,
      request,
      visit,
    }) => {
      const courses = await listed<Course>(request, `/api/courses?lang=${language}`);
      await visit('/courses', { language });

      expect(await pageState(page)).toMatchObject({
        lang: language,
        dir: language === 'ar' ? 'rtl' : 'ltr',
      });
      for (const type of ['cpd', 'additional'] as const) {
        const expected = courses.filter((course) => course.type === type);
        await expect(names(page, text.groups[type])).toHaveText(expected.map(({ name }) => name));
      }
      for (const { description } of courses) {
        await expect(page.getByText(description)).toBeVisible();
      }
      await expect(page).toHaveTitle(new RegExp(`^${text.title} · `));
    });

    test('are set in the font of the language', async ({ page, visit }) => {
      await visit('/courses', { language });
      const font = language === 'ar' ? 'Tajawal' : 'Roboto';
      const fontFamily = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
      expect(fontFamily.split(',')[0]).toBe(font);
      await expect
        .poll(() =>
          page.evaluate(
            (family) =>
              [...document.fonts].some((f) => f.family === family && f.status === 'loaded'),
            font,
          ),
        )
        .toBe(true);
    });

    test('show enrolments and the prices of their country to members', async ({
      page,
      request,
      visit,
      member: { token, country },
    }) => {
      const courses = await listed<Course>(request, `/api/courses?lang=${language}`);
      const prices = await listed<CoursePrice>(
        request,
        `/api/coursePrices?lang=${language}&country=${country}`,
      );
      await visit('/courses', { language, token });

      await expect(page.getByRole('article')).toHaveCount(courses.length);
      const facts = await page.evaluate(
        ([lang, items]) =>
          items.map(({ amount, currency }) =>
            new Intl.NumberFormat(lang, { style: 'currency', currency }).format(
              amount as Intl.StringNumericLiteral,
            ),
          ),
        [language, prices] as const,
      );
      for (const course of courses) {
        const card = page.getByRole('article').filter({
          has: page.getByRole('button', { name: course.name, exact: true }),
        });
        const price = prices.findIndex((candidate) => candidate.course === course._id);
        await expect(card).toContainText(facts[price] ?? 'a price');
        await expect(card).toContainText(enrolled(language, course.enrollmentCount));
      }
      await expect(page.getByText(text.signup.invitation)).toBeHidden();
    });

    test('fit the width of the screen', async ({ page, visit, member: { token } }) => {
      await visit('/courses', { language, token });
      await expect(page.getByRole('article').first()).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  });
}

function enrolled(language: (typeof languages)[number], count: number): string {
  const key = `enrolled_${new Intl.PluralRules(language).select(count)}`;
  const text = Object.entries(words[language].courses).find(([name]) => name === key)?.[1];
  expect(typeof text, key).toBe('string');
  return (text as string).replace(
    '{{count, number}}',
    new Intl.NumberFormat(language).format(count),
  );
}

test('a visitor is invited to sign up', async ({ page, visit }) => {
  await visit('/courses');
  await page.getByRole('main').getByRole('link', { name: words.en.courses.signup.button }).click();
  await expect(page).toHaveURL('/signup');
});

test('prices that arrive before the courses are shown', async ({ page, visit, member }) => {
  const pricesArrived = page.waitForResponse(/\/api\/coursePrices/);
  await page.route(/\/api\/courses\?/, async (route) => {
    await pricesArrived;
    await route.continue();
  });
  await visit('/courses', { token: member.token });
  await expect(page.getByRole('article').first()).toContainText('DZD');
});

test('choosing a course only logs', async ({ page, visit, member: { token } }) => {
  await visit('/courses', { token });
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Course'));
  await page.getByRole('article').first().click();
  expect((await logged).type()).toBe('info');
  await expect(page).toHaveURL('/courses');
});

test('the list loads again in another language', async ({ page, request, visit, isMobile }) => {
  await visit('/courses');
  await expect(page.getByRole('article').first()).toBeVisible();
  if (isMobile) {
    await page.getByRole('button', { name: words.en.common.navigation.openMenu }).click();
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByRole('button', { name: words.fr.common.navigation.closeMenu }).click();
  } else {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
  }
  const courses = await listed<Course>(request, '/api/courses?lang=fr');
  await expect(names(page, words.fr.courses.groups.cpd)).toHaveText(
    courses.filter(({ type }) => type === 'cpd').map(({ name }) => name),
  );
});

test.describe('when the API fails', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  for (const language of languages) {
    const { courses: text, common } = words[language];

    test(`the list says so and recovers by a retry (${language})`, async ({ page, visit }) => {
      await page.route(/\/api\/courses\?/, (route) => route.abort());
      await visit('/courses', { language });
      await expect(page.getByRole('alert')).toContainText(text.failed);

      await page.unroute(/\/api\/courses\?/);
      await page.getByRole('button', { name: common.retry }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
    });
  }

  test('courses stand without their prices, which a retry brings', async ({
    page,
    visit,
    member: { token },
  }) => {
    const body = JSON.stringify({ success: false, code: 'new_code', message: 'Prices are asleep' });
    await page.route(/\/api\/coursePrices/, (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body }),
    );
    await visit('/courses', { token });
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(words.en.courses.pricesFailed);
    await expect(notice).toContainText('Prices are asleep');
    await expect(page.getByRole('article').first()).toBeVisible();

    await page.unroute(/\/api\/coursePrices/);
    await notice.getByRole('button', { name: words.en.common.retry }).click();
    await expect(page.getByRole('article').first()).toContainText('DZD');
    await expect(notice).toBeHidden();
  });

  test('an empty catalogue is said to be empty', async ({ page, visit }) => {
    await page.route(/\/api\/courses\?/, (route) =>
      route.fulfill({ json: { success: true, data: [] } }),
    );
    await visit('/courses');
    await expect(page.getByText(words.en.courses.empty)).toBeVisible();
  });
});
