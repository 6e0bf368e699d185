import { expectAccessible } from './support/axe.ts';
import { changePlace } from './support/clerk.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { courseName, requestPlace } from './support/places.ts';
import { openAsStaff } from './support/staffMember.ts';
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
  const { errors, myCourses, myPlace, staff, staffPlaces, staffRuns } = translations[language];
  const course = COURSES[language];

  test.describe(`a session (${language})`, { tag }, () => {
    // The server refuses until it is open.
    test.use({
      expectedConsoleMessages: /status of 40[39]/,
      expectedOrigin: new URL(MEETING).origin,
    });

    test('is moved by staff, and joined by a participant while it is open', async ({
      browser,
      page,
      visit,
    }) => {
      const user = await createSignedInUser();
      const name = await courseName(course, language);
      const path = `/join/${course}/${RUN}/1`;

      await test.step('not by somebody without a place', async () => {
        await visit(path, { language, token: user.token });
        await expect(page.getByText(errors.not_enrolled)).toBeVisible();
      });

      await requestPlace(user, course);
      const clerk = await openAsStaff(browser, language, `/staff/runs/${course}/${RUN}`);
      await changePlace(clerk, user, course, { event: 'grant', reason: 'Guest' });
      const dialog = clerk.getByRole('dialog');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      const first = clerk
        .getByRole('table', { name: staffRuns.sessions.title })
        .getByRole('row')
        .nth(1);
      const move = async (minutes: number) => {
        await first.getByRole('button', { name: staffRuns.changes.move.action }).click();
        const start = inAlgiers(new Date(Date.now() + minutes * 60_000));
        await dialog.getByLabel(staffRuns.changes.start).fill(start);
        await dialog.getByLabel(staffPlaces.reason).fill('Ill.');
        await expectAccessible(clerk);
        await press(staffRuns.changes.move.action);
        await expect(dialog).toBeHidden();
      };

      await test.step('which staff have given a link, and moved', async () => {
        await expect(clerk.getByRole('heading', { level: 1 })).toHaveText(name);
        await expectAccessible(clerk);
        expect(await horizontalOverflow(clerk)).toBe(0);
        const meeting = clerk.getByRole('region', { name: staffRuns.meeting.title });
        await meeting.getByRole('button', { name: staffRuns.meeting.change }).click();
        await dialog.getByLabel(staffRuns.meeting.url).fill(MEETING);
        await expectAccessible(clerk);
        await press(staff.save);
        await expect(dialog).toBeHidden();
        await expect(meeting).toContainText(MEETING);
        await move(30 * 24 * 60);
        await expect(first).toContainText('Ill.');
      });

      await test.step('not long before it', async () => {
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
