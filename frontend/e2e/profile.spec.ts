import { expect, test } from './support/journey.ts';
import { changeProfileElsewhere } from './support/profileForm.ts';
import { clickButton } from './support/signupForm.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { userFields } from './support/userFields.ts';
import { createSignedInUser, readProfile } from './support/users.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { errors, profile } = translations[language];

  test.describe(`the profile (${language})`, { tag: [...tag, '@firefox'] }, () => {
    test('is edited and saved', async ({ page, visit }) => {
      const user = await createSignedInUser();
      await visit('/profile', { language, token: user.token });
      const fields = userFields(page, language);
      await expect(fields.fullname).toHaveValue('Amina Benali');
      await expect(fields.email).toHaveValue(user.email);
      await expect(fields.email).not.toBeEditable();
      await expect(fields.phone1).toHaveValue('0551234567');
      await expect(fields.birthdate).toHaveValue('');

      await clickButton(page, profile.save);
      await expect(fields.birthdate).toBeFocused();
      await expect(fields.birthdate).toHaveAccessibleDescription(errors.birthdate_required);
      await fields.birthdate.fill('2001-03-05');
      await fields.fullname.fill(' Amina Bénali ');
      await fields.phone2.fill('٠٢١ ٢٣ ٤٥ ٦٧');
      await fields.fullname.press('Enter');
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(fields.phone2).toHaveValue('021234567');
      expect(await readProfile(page, user)).toMatchObject({
        fullname: 'Amina Bénali',
        phone1: '+213551234567',
        phone2: '+21321234567',
        birthdate: '2001-03-05',
      });
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, profile, userFields: labels } = translations[language];

  test.describe(`the profile (${language})`, { tag }, () => {
    test('requires one or two courses of a teacher', async ({ page, visit }) => {
      const teacher = await createSignedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      await userFields(page, language).birthdate.fill('1990-01-02');
      const group = page.getByRole('region', { name: labels.courses });
      const courses = group.getByRole('checkbox');
      await group.getByRole('checkbox', { checked: true }).uncheck();
      await clickButton(page, profile.save);
      await expect(group).toBeFocused();
      await expect(group).toHaveAccessibleDescription(
        new RegExp(errors['1_course_atleast_warning']),
      );

      await courses.nth(1).check();
      await courses.nth(2).check();
      await expect(group.getByRole('alert')).toBeEmpty();
      await courses.nth(3).click();
      await expect(page.getByText(errors['2_courses_only_warning'])).toBeInViewport();
      await expect(courses.nth(3)).not.toBeChecked();
      await clickButton(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(page.getByText(errors['2_courses_only_warning'])).toBeHidden();
      expect(await readProfile(page, teacher)).toMatchObject({
        teacher: { courses: [{ _id: expect.any(String) }, { _id: expect.any(String) }] },
      });
    });
  });
}

test.describe('the profile', () => {
  test(
    'has its button to save in sight, and never over a field that takes the focus',
    { tag: only('phone') },
    async ({ page, visit, sharedUser: { token } }) => {
      await visit('/profile', { token });
      const save = page.getByRole('button', { name: translations.en.profile.save, exact: true });
      const fields = userFields(page, 'en');
      for (const field of [fields.fullname, fields.address, fields.birthdate]) {
        await field.focus();
        await expect(save).toBeInViewport({ ratio: 1 });
        const bottomOf = async (locator: typeof field) => {
          const box = await locator.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0);
        };
        expect(await bottomOf(field)).toBeLessThan((await save.boundingBox())?.y ?? 0);
      }
    },
  );

  test('is loaded again when it is opened', { tag: only('phone') }, async ({ page, visit }) => {
    const user = await createSignedInUser();
    await visit('/courses', { token: user.token });
    await changeProfileElsewhere(page, user, { fullname: 'Newer Name', birthdate: '2001-03-05' });
    await page.getByRole('button', { name: translations.en.common.navigation.openMenu }).click();
    // The avatar is also a link named after the profile.
    await page
      .getByRole('dialog')
      .getByRole('link', { name: translations.en.common.pages.profile })
      .click();
    await expect(userFields(page, 'en').fullname).toHaveValue('Newer Name');
  });

  test(
    'shows when it cannot be loaded, and offers a retry',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const user = await createSignedInUser();
      const { profile, common } = translations.en;
      let requests = 0;
      await page.route(/\/api\/users\/me(\?|$)/, (route) => {
        requests += 1;
        // The first request is the shell's.
        return requests === 1 ? route.continue() : route.fulfill({ status: 502 });
      });
      await visit('/profile', { token: user.token });
      await expect(page.getByRole('alert')).toContainText(profile.failed);
      await page.unroute(/\/api\/users\/me(\?|$)/);
      await page.getByRole('button', { name: common.retry }).click();
      await expect(userFields(page, 'en').fullname).toHaveValue('Amina Benali');
    },
  );

  for (const { language, tag } of inEnglish('phone')) {
    const title = `scrolls to the error when saving fails on a small screen (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      await page.setViewportSize({ width: 390, height: 640 });
      const { profile } = translations[language];
      const user = await createSignedInUser();
      await visit('/profile', { language, token: user.token });
      const fields = userFields(page, language);
      await fields.birthdate.fill('2001-03-05');
      await fields.phone2.fill('021 23 45 67');
      await page.route(/\/api\/users\/[0-9a-f]+/, (route) => route.fulfill({ status: 502 }));
      await clickButton(page, profile.save);
      const alert = page.getByRole('alert').filter({ hasText: profile.saveFailed });
      await expect(alert).toBeInViewport();
      await expect(fields.phone2).toHaveValue('021 23 45 67');
    });
  }
});
