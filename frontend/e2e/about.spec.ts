import type { components } from '../src/api/schema';
import { expect, pageState, test } from './journey.ts';
import { languages, words } from './words.ts';

type Course = components['schemas']['Course'];

/** How many things each pillar offers (spec §1). */
const features = { courses: 3, consulting: 4, job: 6, networking: 3, psychology: 3 };
const pillars = Object.keys(features) as (keyof typeof features)[];

for (const language of languages) {
  const { about, common, courses: courseWords } = words[language];

  test.describe(`about pages in ${language}`, () => {
    for (const pillar of pillars) {
      test(`${pillar}: title, intro, what it is, features, and the way to sign up`, async ({
        page,
        visit,
      }) => {
        await visit(`/about/${pillar}`, { language });
        expect((await pageState(page)).lang).toBe(language);
        const main = page.getByRole('main');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pillars[pillar]);

        const { motto, intro, question, answer } = about.pillars[pillar];
        for (const text of [motto, intro, answer]) {
          await expect(main.getByText(text, { exact: true })).toBeVisible();
        }
        const asked = question.replace('{{brand}}', common.brand);
        await expect(main.getByRole('heading', { level: 2, name: asked })).toBeVisible();
        const offer = main.locator('section').filter({
          has: page.getByRole('heading', { level: 2, name: about.featuresTitle }),
        });
        await expect(offer.getByRole('listitem')).toHaveCount(features[pillar]);

        const soon = main.getByText(common.comingSoon, { exact: true });
        await expect(soon).toHaveCount(pillar === 'courses' ? 0 : 1);
        const note = pillar === 'courses' ? about.status.open : about.status.soon;
        await expect(main.getByText(note)).toBeVisible();

        await main.getByRole('link', { name: about.signup }).click();
        await expect(page).toHaveURL('/signup');
      });
    }

    test('job hunting tells professionals and companies apart', async ({ page, visit }) => {
      await visit('/about/job', { language });
      await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
        about.groups.professionals,
        about.groups.companies,
      ]);
    });

    test('courses lists what the API has, in two groups', async ({ page, request, visit }) => {
      const answer = await request.get(`/api/courses?lang=${language}`);
      const { data } = (await answer.json()) as { data: Course[] };
      await visit('/about/courses', { language });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      for (const type of ['cpd', 'additional'] as const) {
        const group = page.getByRole('region', { name: courseWords.groups[type], exact: true });
        const expected = data.filter((course) => course.type === type).map(({ name }) => name);
        await expect(group.getByRole('heading', { level: 3 })).toHaveText(expected);
      }
    });

    test('fit the width of a small screen', async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit('/about/courses', { language });
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(page.getByRole('article').first()).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  });
}

test('the courses show that they are loading, and load again in another language', async ({
  page,
  visit,
  isMobile,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/courses\?/, async (route) => {
    await held;
    await route.continue();
  });
  await visit('/about/courses');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(words.en.courses.loading);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();

  const loadedAgain = page.waitForResponse(/\/api\/courses\?lang=fr/);
  if (isMobile) {
    await page.getByRole('button', { name: words.en.common.navigation.openMenu }).click();
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByRole('button', { name: words.fr.common.navigation.closeMenu }).click();
  } else {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
  }
  await loadedAgain;
  const group = page.getByRole('region', { name: words.fr.courses.groups.additional });
  await expect(group.getByRole('article').first()).toBeVisible();
});

test('members are not asked to sign up', async ({ page, visit, member: { token } }) => {
  await visit('/about/consulting', { token });
  await expect(page.getByText(words.en.about.status.soon)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
});
