import { expectAccessible, expectFits } from './support/axe.ts';
import { emailsTo, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import {
  addPasskey,
  createStaffMember,
  prepareAuthenticator,
  signInAsStaff,
} from './support/staffMember.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, isLive, registerUser } from './support/users.ts';
import { only } from './support/variants.ts';

/** Chromium logs the 403 before the sign-in as staff. It plays no video of these formats. */
test.use({ expectedConsoleMessages: /Failed to load resource|MEDIA/ });

for (const { language, tag } of [
  { language: 'fr', tag: only('desktop') },
  { language: 'ar', tag: only('phone') },
] as const) {
  const { staff, staffApplications: texts, staffPeople: people } = translations[language];

  test(
    `a clerk decides an application, and helps people (${language})`,
    { tag },
    async ({ page, visit }) => {
      const [{ member, code }, teacher, learner] = await Promise.all([
        createStaffMember('admissions'),
        createSignedInTeacher({ fullname: `Nadia ${crypto.randomUUID().slice(0, 8)}` }),
        createSignedInUser({ fullname: 'Karim Haddad' }),
      ]);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const heading = page.getByRole('heading', { level: 1 });
      const menu = page.getByRole('navigation', { name: staff.title });
      const status = page.getByRole('status');

      await test.step('signs in with the passkey', async () => {
        await prepareAuthenticator(page);
        await visit('/settings', { language, token: member.token });
        await addPasskey(page, language, member.password);
        await page.goto('/staff');
        await signInAsStaff(page, language, code);
        await expect(heading).toHaveText(staff.pages.today);
        await expect(menu.getByRole('link', { name: staff.pages.audit })).toHaveCount(0);
        await expectFits(page);
      });

      await test.step('finds the application', async () => {
        await menu.getByRole('link', { name: staff.pages.applications, exact: true }).click();
        await expect(heading).toHaveText(texts.title);
        const applicant = page.getByRole('link', { name: teacher.fullname });
        const more = button(staff.more);
        await expect(async () => {
          if (!(await applicant.isVisible()) && (await more.isVisible())) {
            await more.click();
          }
          await expect(applicant).toBeVisible({ timeout: 1000 });
        }).toPass();
        await expectFits(page);
        await applicant.click();
        await expect(heading).toHaveText(teacher.fullname);
        await expect(page.getByRole('link', { name: texts.files.openCv })).toBeVisible();
        await expectFits(page);
      });

      await test.step('declines it with a reason from a template', async () => {
        const { templates } = translations.en.staffApplications;
        await button(texts.decline.open).click();
        const dialog = page.getByRole('dialog', { name: texts.decline.title });
        const option = texts.templates.experience.label;
        await dialog.getByLabel(texts.decline.template).selectOption(option);
        // The language of the teacher.
        const reason = dialog.getByLabel(texts.decline.reason, { exact: false }).last();
        await expect(reason).toHaveValue(templates.experience.text);
        const preview = dialog.getByRole('region', { name: texts.preview.title });
        const email = preview.getByRole('blockquote');
        await expect(email).toHaveAttribute('dir', 'ltr');
        await expect(email).toContainText(templates.experience.text);
        await expectAccessible(page);
        await dialog.getByRole('button', { name: texts.decline.submit }).click();
        await expect(status.getByText(texts.decline.done)).toBeVisible();
        await expect(page.getByText(staff.history.teacher_decline, { exact: true })).toBeVisible();
        const bodies = async () => (await emailsTo(teacher.email)).map(({ BodyText }) => BodyText);
        await expect.poll(async () => (await bodies()).join()).toContain(templates.experience.text);
      });

      await test.step('approves it after all', async () => {
        await button(texts.approve.open).click();
        const dialog = page.getByRole('dialog', { name: texts.approve.title });
        await dialog.getByRole('button', { name: texts.approve.submit }).click();
        await expect(status.getByText(texts.approve.done)).toBeVisible();
        await page.getByRole('link', { name: texts.back }).click();
        await page.getByLabel(texts.state, { exact: true }).selectOption('approved');
        await expect(page).toHaveURL(/state=approved/);
      });

      await test.step('blocks and unblocks a person', async () => {
        await menu.getByRole('link', { name: staff.pages.people, exact: true }).click();
        const search = page.getByRole('search');
        await search.getByLabel(people.search.label).fill('nobody@example.org');
        await button(people.search.submit).click();
        await expect(status.getByText(people.search.nobody)).toBeVisible();
        await expectFits(page);
        await search.getByLabel(people.search.label).fill(learner.email);
        await button(people.search.submit).click();
        await expect(heading).toHaveText(learner.fullname);
        expect(page.url()).not.toContain(learner.email);
        await expect(page.getByRole('link', { name: learner.phone1 })).toHaveAttribute(
          'href',
          `tel:${learner.phone1}`,
        );
        await expectFits(page);

        const { block, unblock } = people.actions;
        await button(block.open).click();
        const question = page.getByRole('alertdialog');
        await expect(question).toContainText(block.text);
        await question.getByRole('button', { name: block.open, exact: true }).click();
        await expect(status.getByText(block.done)).toBeVisible();
        expect(await isLive(learner.token)).toBe(false);
        await expect(page.getByText(people.isBlocked)).toBeVisible();
        await button(unblock.open).click();
        await question.getByRole('button', { name: unblock.open, exact: true }).click();
        await expect(status.getByText(unblock.done)).toBeVisible();
        await expect(page.getByText(staff.history.account_unblock, { exact: true })).toBeVisible();
      });

      await test.step('sends a verification link again', async () => {
        const newcomer = await registerUser();
        await page.goto(`/staff/people/${newcomer.id}`);
        const { open, done } = people.actions.resend_verification;
        await button(open).click();
        await page.getByRole('alertdialog').getByRole('button', { name: open }).click();
        await expect(status.getByText(done)).toBeVisible();
        await nextEmailTo(newcomer.email, 1);
      });

      await test.step('cannot change the own account', async () => {
        await page.goto(`/staff/people/${member.id}`);
        await expect(page.getByText(people.own)).toBeVisible();
        await expect(button(people.actions.block.open)).toHaveCount(0);
      });
    },
  );
}
