import { languages } from '../src/i18n/languages.ts';
import { expectAccessible, expectFits } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { courseName, requestPlace } from './support/places.ts';
import { openAsStaff } from './support/staffMember.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { only } from './support/variants.ts';

const RUN = '2027-autumn';

for (const { language, tag, course } of [
  // No other journey needs these courses.
  { language: 'fr', tag: only('desktop'), course: 'public-speaking' },
  { language: 'ar', tag: only('phone'), course: 'teaching-methods' },
] as const) {
  const {
    staff,
    staffClosedDays: closedDays,
    staffErrors,
    staffPlaces,
    staffRuns: texts,
  } = translations[language];

  test(
    `a clerk keeps the sessions of a run, and cancels it (${language})`,
    { tag },
    async ({ browser }) => {
      const learner = await createSignedInUser({ fullname: 'Karim Haddad' });
      await requestPlace(learner, course);
      const name = await courseName(course, language);
      const page = await openAsStaff(browser, language, '/staff');
      const heading = page.getByRole('heading', { level: 1 });
      const dialog = page.getByRole('dialog');
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      const send = (label: string) =>
        dialog.getByRole('button', { name: label, exact: true }).click();
      const sessions = page.getByRole('table', { name: texts.sessions.title }).getByRole('row');
      const explain = (reason: string) => dialog.getByLabel(staffPlaces.reason).fill(reason);

      await test.step('finds the run in the calendar', async () => {
        await page.getByRole('link', { name: staff.pages.runs, exact: true }).click();
        await expect(heading).toHaveText(staff.pages.runs);
        await expect(page.getByRole('link', { name }).first()).toBeVisible();
        await expectFits(page);
        await button(texts.views.calendar).click();
        await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
        await page.goto('/staff/runs?month=2027-10');
        const entry = page.getByRole('listitem').filter({ hasText: RUN });
        await expect(entry.first()).toBeVisible();
        await expectFits(page);
        await entry.getByRole('link', { name }).first().click();
        await expect(heading).toHaveText(name);
        await expect(page.getByRole('link', { name: learner.fullname })).toBeVisible();
        await expectFits(page);
      });

      await test.step('cancels a session, and holds it again', async () => {
        const second = sessions.nth(2);
        await second.getByRole('button', { name: texts.changes.cancel.action }).click();
        await explain('Ill.');
        await expectAccessible(page);
        await send(texts.changes.cancel.action);
        await expect(second).toContainText(texts.sessions.cancelled);
        await second.getByRole('button', { name: texts.changes.hold.action }).click();
        await explain('She is well.');
        await send(texts.changes.hold.action);
        await expect(second).not.toContainText(texts.sessions.cancelled);
      });

      await test.step('adds a recording, and removes it', async () => {
        const materials = page.getByRole('region', { name: texts.materials.title });
        await materials.getByRole('button', { name: texts.materials.add }).click();
        await dialog.getByLabel(texts.materials.name).fill('Recording');
        await dialog.getByLabel(texts.materials.url).fill('http://video.example/1');
        await send(texts.materials.add);
        await expect(dialog).toContainText(staffErrors.url_invalid);
        await expectAccessible(page);
        await dialog.getByLabel(texts.materials.url).fill('https://video.example/1');
        await send(texts.materials.add);
        await expect(materials.getByRole('link', { name: 'Recording' })).toBeVisible();
        await materials.getByRole('button', { name: texts.materials.remove, exact: true }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: texts.materials.remove, exact: true })
          .click();
        await expect(materials).toContainText(texts.materials.none);
      });

      await test.step('shifts the sessions of some days', async () => {
        await page.getByRole('link', { name: texts.all }).click();
        await button(texts.shift.open).click();
        await dialog.getByLabel(texts.shift.from).fill('2027-10-01');
        await dialog.getByLabel(texts.shift.until).fill('2027-12-31');
        await dialog.getByLabel(staffPlaces.course).selectOption(course);
        await dialog.getByLabel(texts.shift.by).fill('-60');
        await explain('Ramadan');
        await send(texts.shift.preview);
        await expect(dialog.getByRole('status')).toContainText(name);
        await expectAccessible(page);
        await dialog.getByRole('button').last().click();
        await expect(dialog).toBeHidden();
      });

      if (language === 'ar') {
        await test.step('closes a day, and moves its session to the end of the run', async () => {
          // One journey changes the list, which all share.
          await page.getByRole('link', { name: staff.pages.closedDays }).click();
          await button(closedDays.add).click();
          await dialog.getByLabel(closedDays.date).fill('2027-10-13');
          for (const { ownName } of languages) {
            await dialog.getByLabel(closedDays.nameIn.replace('{{language}}', ownName)).fill('عيد');
          }
          await expectAccessible(page);
          await send(staff.save);
          const row = page.getByRole('row').filter({ hasText: name });
          await expectFits(page);
          await row.getByRole('button', { name: /^نقل/u }).click();
          await dialog.getByLabel(staffPlaces.course).selectOption(course);
          await explain('عيد');
          await send(texts.shift.preview);
          await expect(dialog.getByRole('status')).toContainText(RUN);
          await dialog.getByRole('button').last().click();
          await expect(dialog).toBeHidden();
          await expect(row).toHaveCount(0);
          await page.getByRole('button', { name: /^إزالة /u }).click();
          await send(staff.remove);
        });
      }

      await test.step('cancels the run', async () => {
        await page.goto(`/staff/runs/${course}/${RUN}`);
        await expect(sessions.last()).toContainText('Ramadan');
        await button(texts.cancelRun.action).click();
        await explain('Too few participants.');
        await dialog.getByLabel(texts.id).fill('2027');
        await send(texts.cancelRun.action);
        await expect(dialog).toContainText(staffErrors.not_confirmed);
        await expectAccessible(page);
        await dialog.getByLabel(texts.id).fill(RUN);
        await send(texts.cancelRun.action);
        await expect(dialog).toBeHidden();
        await expect(page.getByText(texts.runCancelled)).toBeVisible();
        await expect(page.getByText('Too few participants.')).toBeVisible();
        await expect(button(texts.changes.move.action)).toHaveCount(0);
        await expectFits(page);
      });
    },
  );
}
