import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { ops } from './support/ops.ts';
import { courseName, requestPlace } from './support/places.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { variants } from './support/variants.ts';

/** A course for each language, whose first session no other journey needs. */
const COURSES = { en: 'ui-design', fr: 'freelancing', ar: 'online-store' };
const RUN = '2027-autumn';
const MEETING = 'https://meet.example/abc-defg-hij';

/** A time of the clocks in Algiers. */
function inAlgiers(time: Date): string {
  return time
    .toLocaleString('sv-SE', { timeZone: 'Africa/Algiers' })
    .slice(0, 16)
    .replace(' ', 'T');
}

for (const { language, tag } of variants('phone')) {
  const { errors, myCourses, myPlace } = translations[language];
  const course = COURSES[language];

  test.describe(`a session (${language})`, { tag }, () => {
    // The server refuses until it is open.
    test.use({
      expectedConsoleMessages: /status of 40[39]/,
      expectedOrigin: new URL(MEETING).origin,
    });

    test('is joined by a participant while it is open', async ({ page, visit }) => {
      const user = await createSignedInUser();
      const name = await courseName(course, language);
      const path = `/join/${course}/${RUN}/1`;

      await test.step('not by somebody without a place', async () => {
        await visit(path, { language, token: user.token });
        await expect(page.getByText(errors.not_enrolled)).toBeVisible();
      });

      await requestPlace(user, course);
      await ops('places', 'grant', user.email, course, '--reason', 'Guest');
      await ops('runs', 'meeting', course, RUN, '--url', MEETING);

      const move = (minutes: number) => {
        const start = inAlgiers(new Date(Date.now() + minutes * 60_000));
        return ops('runs', 'move', course, RUN, '1', '--to', start, '--reason', 'Ill.');
      };

      await test.step('not long before it', async () => {
        await move(30 * 24 * 60);
        await visit(path, { language, token: user.token });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        await expect(page.getByText(errors.session_not_open)).toBeVisible();
        await expectAccessible(page);
        expect(await horizontalOverflow(page)).toBe(0);
      });

      await test.step('from the list of courses, ten minutes before it', async () => {
        await move(10);
        // Without content, the browser stays where it is.
        await page.route(MEETING, (route) => route.fulfill({ status: 204 }));
        await visit('/my-courses', { language, token: user.token });
        const link = page.getByRole('link', {
          name: myCourses.session.joinNamed.replace('{{course}}', name),
        });
        await expect(link).toBeVisible();
        await expectAccessible(page);
        const request = page.waitForRequest(MEETING);
        await link.click();
        expect((await request).headers()['referer']).toBeUndefined();
        await expect(page.getByRole('link', { name: myPlace.join.enter })).toHaveAttribute(
          'href',
          MEETING,
        );
      });
    });
  });
}
