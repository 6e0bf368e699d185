import { expectAccessible } from './support/axe.ts';
import { nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { layoutShifts, recordLayoutShifts } from './support/layoutShift.ts';
import { ops } from './support/ops.ts';
import { waitForContent } from './support/pageReady.ts';
import { courseName, requestPlace } from './support/places.ts';
import { dropTimers } from './support/timers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { variants } from './support/variants.ts';

/** How long the home page waits for the user (`SignedInHome.tsx`). */
const USER_PATIENCE_MS = 1000;
const COURSE = 'arabic-calligraphy';
const MESSAGE = 'Are beginners welcome?';
const ALGIERS = { en: 'Algiers time', fr: 'heure d’Alger', ar: 'بتوقيت الجزائر' };

for (const { language, tag } of variants('phone')) {
  const { myCourses } = translations[language];

  test.describe(`the courses of a user (${language})`, { tag }, () => {
    test('a request for a place is followed until it is accepted', async ({ page, visit }) => {
      const user = await createSignedInUser();
      const name = await courseName(COURSE, language);
      await requestPlace(user, COURSE, MESSAGE);
      const courses = page.getByRole('region', { name: myCourses.title });
      const course = courses.getByRole('listitem').filter({ hasText: name });

      await test.step('the home page shows the request, and what to do next', async () => {
        await visit('/', { language, token: user.token });
        await waitForContent(page);
        await expect(page.getByRole('heading', { name: user.fullname })).toBeVisible();
        await expect(course).toContainText(myCourses.states.pending);
        const { action } = myCourses.home.steps.birthdate;
        await expect(page.getByRole('link', { name: action })).toHaveAttribute('href', '/profile');
        await expectAccessible(page);
      });

      await test.step('the profile shows it with its run', async () => {
        await courses.getByRole('link', { name: myCourses.home.courses.all }).click();
        await expect(page).toHaveURL('/profile#my-courses');
        await waitForContent(page);
        await expect(courses).toBeFocused();
        await expect(courses).toBeInViewport();
        await expect(course).toContainText(myCourses.states.pending);
        // The name of the time zone depends on the language.
        await expect(course).toContainText(ALGIERS[language]);
        await expect(course).toContainText(MESSAGE);
        await expectAccessible(page);
      });

      await test.step('the operator accepts it', async () => {
        await ops('requests', 'accept', user.email, COURSE, '--free');
        // The first emails are those of the verification and the sign-in.
        const email = await nextEmailTo(user.email, 2);
        expect(email.BodyText).toMatch(/\/profile\?lang=\w\w#my-courses/);
        await page.reload();
        await expect(course).toContainText(myCourses.states.enrolled);
        await expect(courses.getByRole('button')).toHaveCount(0);
        await expect(courses).toBeInViewport();
      });

      await test.step('home page and profile fit 320 pixels', async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await page.goto('/');
        await expect(course).toContainText(myCourses.states.enrolled);
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      });
    });

    test('a request is withdrawn after a confirmation', async ({ page, visit }) => {
      const user = await createSignedInUser();
      const course = await courseName(COURSE, language);
      await requestPlace(user, COURSE);
      await visit('/profile', { language, token: user.token });
      const courses = page.getByRole('region', { name: myCourses.title });
      const name = myCourses.withdrawNamed.replace('{{course}}', course);
      await courses.getByRole('button', { name }).press('Enter');
      const question = page.getByRole('alertdialog', { name: myCourses.question });
      await expect(question).toContainText(course);
      await expectAccessible(page);
      await question.getByRole('button', { name: myCourses.confirm }).press('Enter');
      await expect(question).toBeHidden();
      await expect(courses).toContainText(myCourses.empty);
      await expect(courses).toBeFocused();
      await page.reload();
      await expect(courses).toContainText(myCourses.empty);
      await courses.getByRole('link', { name: myCourses.browse }).click();
      await expect(page).toHaveURL('/courses');
    });
  });
}

test(
  'nothing on the home page moves when its lists arrive',
  { tag: '@phone' },
  async ({ page, visit }) => {
    const user = await createSignedInUser();
    await requestPlace(user, COURSE);
    await recordLayoutShifts(page);
    await dropTimers(page, USER_PATIENCE_MS);
    await visit('/', { token: user.token });
    const courses = page.getByRole('region', { name: translations.en.myCourses.title });
    await expect(courses.getByRole('listitem')).toHaveCount(1);
    await waitForContent(page);
    expect(await layoutShifts(page)).toEqual([]);
  },
);
