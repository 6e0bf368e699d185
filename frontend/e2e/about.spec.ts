import type { components } from '../src/api/schema';
import { expect, pageAppearance, test } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { translations } from './support/translations.ts';
import { only, variants } from './support/variants.ts';

type Course = components['schemas']['Course'];

/** How many features each service area lists (spec §1). */
const features = { courses: 3, consulting: 4, job: 6, networking: 3, psychology: 3 };
const pillars = Object.keys(features) as (keyof typeof features)[];

for (const { language, tag } of variants('desktop')) {
  const { about, common, courses: courseWords } = translations[language];

  test.describe(`the about pages (${language})`, { tag }, () => {
    test.describe('as prerendered HTML', () => {
      test.use({ javaScriptEnabled: false });

      test('show title, intro, description, features and a link to the sign-up form', async ({
        page,
      }) => {
        for (const pillar of pillars) {
          await test.step(pillar, async () => {
            await page.goto(`/about/${pillar}?lang=${language}`);
            expect((await pageAppearance(page)).lang).toBe(language);
            const main = page.getByRole('main');
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(
              common.pillars[pillar],
            );

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
            if (pillar === 'job') {
              const { professionals, companies } = about.groups;
              const groups = offer.getByRole('heading', { level: 3 });
              await expect(groups).toHaveText([professionals, companies]);
            }

            const soon = main.getByText(common.comingSoon, { exact: true });
            await expect(soon).toHaveCount(pillar === 'courses' ? 0 : 1);
            const { open, soon: notOpen } = about.status.visitor;
            const note = pillar === 'courses' ? open : notOpen;
            await expect(main.getByText(note)).toBeVisible();

            const signup = main.getByRole('link', { name: about.signup });
            await expect(signup).toHaveAttribute('href', '/signup');
          });
        }
      });
    });

    test('list the courses of the API in two groups', async ({ page, request, visit }) => {
      const response = await request.get(`/api/courses?lang=${language}`);
      const { data } = (await response.json()) as { data: Course[] };
      await visit('/about/courses', { language });
      await waitForContent(page);
      for (const type of ['cpd', 'additional'] as const) {
        const group = page.getByRole('region', { name: courseWords.groups[type], exact: true });
        const expected = data.filter((course) => course.type === type).map(({ name }) => name);
        await expect(group.getByRole('heading', { level: 3 })).toHaveText(expected);
      }
    });
  });
}

test(
  'a signed-in user is not invited to sign up',
  { tag: only('phone') },
  async ({ page, visit, sharedUser: { token } }) => {
    await visit('/about/consulting', { token });
    await expect(page.getByText(translations.en.about.status.signedIn.soon)).toBeVisible();
    const links = page.getByRole('main').getByRole('link');
    await expect(links).toHaveText([
      translations.en.about.courses,
      translations.en.services.titles.more,
    ]);
  },
);
