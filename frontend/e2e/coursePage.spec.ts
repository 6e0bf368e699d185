import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import type { components } from '../src/api/schema';
import { courseIds } from '../vite/courseIds.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { waitForContent } from './support/pageReady.ts';
import { askForPlace, openCourse, signUpFromCourse } from './support/placeRequest.ts';
import { coursePath } from './support/publicPaths.ts';
import { logIn } from './support/session.ts';
import { signupValues } from './support/signupForm.ts';
import { languages, translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { inEnglish, only, variants } from './support/variants.ts';

type Details = components['schemas']['CourseDetails'];
type ListedCourse = components['schemas']['ListedCourse'];

async function fetchCourse(
  request: APIRequestContext,
  id: string,
  language: string,
): Promise<Details> {
  const response = await request.get(`/api/courses/${id}?lang=${language}`);
  expect(response.status(), id).toBe(200);
  return ((await response.json()) as { data: Details }).data;
}

/** The data that a page was prerendered with. */
async function pageData(request: APIRequestContext, url: string): Promise<unknown> {
  const html = await (await request.get(url)).text();
  const [, json = ''] = /id="page-data" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(json) as { data: unknown }).data;
}

/** A listed course without what other tests change meanwhile. */
function withoutChanges(course: ListedCourse): ListedCourse {
  return { ...course, enrollmentCount: 0, nextStart: '' };
}

/** Counts what the user presses from now on, on every page of the journey. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  const listen = () => {
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // A click on a label also clicks its control, without a pointer.
        if (isTrusted && detail > 0) {
          (window as unknown as { countTap: () => void }).countTap();
        }
      },
      true,
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => taps;
}

for (const { language, tag } of variants('phone')) {
  const { coursePage, myCourses, placeRequest } = translations[language];

  test(
    `a visitor finds a course, signs up, and asks for a place in nine taps and one in the email (${language})`,
    { tag: [...tag, '@firefox'] },
    async ({ page, visit, request }) => {
      const course = await fetchCourse(request, 'project-management', language);
      await visit('/', { language });
      const taps = await countTaps(page);

      await test.step('finds the course', async () => {
        await page.locator('main a[href="/courses"]').first().click();
        await waitForContent(page);
        await page.getByRole('search').getByRole('searchbox').fill(course.name);
        await page.getByRole('link', { name: course.name, exact: true }).click();
        await expect(page).toHaveURL(coursePath);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.name);
      });

      await test.step('reads about it', async () => {
        for (const shown of [...course.outcomes, ...course.syllabus, course.takeaway ?? '']) {
          await expect(page.getByText(shown, { exact: true })).toBeVisible();
        }
        await expect(page.getByText(placeRequest.question)).toBeHidden();
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      });

      await test.step('signs up', async () => {
        await page.goto(await signUpFromCourse(page, language));
      });

      await test.step('is on the page of the course again, and asks for a place', async () => {
        await expect(page).toHaveURL(coursePath);
        await askForPlace(page, language);
        // The list, the course, “Ask for a place”; “Next”, “Sign up”, the box of the terms, “OK”; the dates and the request. The link in the
        // email is one more.
        expect(taps()).toBe(9);
      });
    },
  );

  test(
    `a member asks for a place in four taps, and withdraws the request (${language})`,
    { tag },
    async ({ page, visit, request }) => {
      const { token } = await createSignedInUser();
      const course = await fetchCourse(request, 'project-management', language);
      await visit('/', { language, token });
      const taps = await countTaps(page);

      await openCourse(page, course.name);
      await askForPlace(page, language);
      expect(taps()).toBe(4);

      await test.step('sees the same after a reload', async () => {
        await page.reload();
        await expect(page.getByText(myCourses.states.requested)).toBeVisible();
        await expect(page.getByRole('button', { name: placeRequest.ask })).toBeHidden();
      });

      await test.step('withdraws it', async () => {
        const { action } = myCourses.withdraw.requested;
        await page.getByRole('button', { name: action, exact: true }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
        await expect(page.getByRole('button', { name: placeRequest.ask })).toBeVisible();
        await expect(page.getByText(myCourses.states.requested)).toBeHidden();
      });

      await test.step('downloads the sessions for the calendar', async () => {
        const downloading = page.waitForEvent('download');
        await page.getByRole('link', { name: coursePage.calendar.add }).first().click();
        const download = await downloading;
        const [run] = course.runs;
        expect(download.suggestedFilename()).toBe(`${course._id}-${run?.id}.ics`);
        const file = readFileSync(await download.path(), 'utf8');
        expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(course.sessions ?? 0);
        expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${course.name} (1/`);
      });
    },
  );
}

for (const { language, tag } of inEnglish('phone')) {
  const { placeRequest, signIn, verifyEmail } = translations[language];

  test(
    `a visitor signs up on the page of a course, and asks for a place in the browser that opens the email (${language})`,
    { tag },
    async ({ page, visit, request, browser, baseURL }) => {
      const course = await fetchCourse(request, 'project-management', language);
      const values = signupValues();
      await visit('/', { language });
      const taps = await countTaps(page);
      await openCourse(page, course.name);
      const link = await signUpFromCourse(page, language, values);

      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      const other = await context.newPage();
      await other.goto(link);
      const moreTaps = await countTaps(other);
      await other.getByRole('button', { name: verifyEmail.confirm }).click();
      await expect(other).toHaveURL('/login');
      await expect(other.getByText(verifyEmail.done)).toBeVisible();
      await expect(other.getByLabel(signIn.fields.email)).toHaveValue(values.email);
      await logIn(other, language, values);
      await expect(other).toHaveURL(coursePath);
      await expect(other.getByRole('button', { name: placeRequest.ask })).toBeVisible();
      await askForPlace(other, language);
      // As above, with “Yes, verify this address” and “Log in”.
      expect(taps() + moreTaps()).toBe(11);
      await context.close();
    },
  );
}

test.describe('a course that does not exist', () => {
  // Chromium logs that neither the site nor the API has it. The local S3 responds 403 for a missing object.
  test.use({ expectedConsoleMessages: /status of 40[34]/ });

  test('leads to the list', { tag: only('phone') }, async ({ page, visit }) => {
    const { coursePage } = translations.fr;
    await visit('/courses/no-such-course', { language: 'fr' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(coursePage.notFound.title);
    await page.getByRole('main').getByRole('link', { name: coursePage.all }).click();
    await expect(page).toHaveURL('/courses');
  });
});

test(
  'prints what the page says, without what only works on a screen',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const { coursePage } = translations.en;
    await visit(coursePath);
    const main = page.getByRole('main');
    await expect(main.getByText(coursePage.visitor.invitation)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.getByText(coursePage.visitor.invitation)).toBeHidden();
    await expect(main.getByRole('link')).toHaveCount(0);
  },
);

test(
  'the pages were rendered with what the API responds',
  { tag: only('desktop') },
  async ({ request }) => {
    for (const language of languages) {
      for (const id of courseIds()) {
        const data = await pageData(request, `/courses/${id}?lang=${language}`);
        const {
          enrollmentCount: _,
          nextStart: __,
          runs,
          ...course
        } = await fetchCourse(request, id, language);
        // Tests of scripts/ops add runs of their own to a course of the same stack.
        const ofCatalogue = runs.filter((run) => !run.id.startsWith('test-'));
        // The files do not say how many places are left, and when each session is.
        const ofFiles = ofCatalogue.map(({ placesLeft: ___, sessions: ____, ...run }) => run);
        expect(data, `${id} in ${language}`).toEqual({ ...course, runs: ofFiles });
      }
      const response = await request.get(`/api/courses?lang=${language}`);
      const { data: list } = (await response.json()) as { data: ListedCourse[] };
      const ofPage = (await pageData(request, `/courses?lang=${language}`)) as ListedCourse[];
      expect(ofPage.map(withoutChanges), language).toEqual(list.map(withoutChanges));
    }
  },
);

test(
  'a card opens in a new tab with the middle button of the mouse',
  { tag: only('desktop') },
  async ({ page, context, visit }) => {
    await visit('/courses');
    await waitForContent(page);
    const opened = context.waitForEvent('page');
    await page.locator(`main a[href="${coursePath}"]`).click({ button: 'middle' });
    await expect(await opened).toHaveURL(coursePath);
    await expect(page).toHaveURL('/courses');
  },
);
