import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { signedIn, type Member } from './support/users.ts';
import { press, type Language } from './support/signupForm.ts';
import { signedInTeacher } from './support/teachers.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

function fieldsOf(page: Page, language: Language) {
  const { person } = words[language];
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}(?: \\(|$)`));
  return {
    fullname: field(person.fullname),
    email: field(person.email),
    phone1: field(person.phone1),
    phone2: field(person.phone2),
    address: field(person.address),
    birthdate: field(person.birthdate),
  };
}

/** The profile as the server has it. */
async function profileOf(page: Page, { token }: Member): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await page.request.get('/api/users/me', { headers });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

/** Changes the profile as another device would. */
async function changeElsewhere(page: Page, member: Member, change: object): Promise<void> {
  const profile = await profileOf(page, member);
  const answer = await page.request.put(`/api/users/${member.id}`, {
    headers: { Authorization: `Bearer ${member.token}` },
    data: { ...profile, image: null, teacher: null, ...change },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

// What is refused on purpose.
test.use({ expectedMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { errors, profile } = words[language];

  test.describe(`the profile in ${language}`, { tag }, () => {
    test('is edited and saved', async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/profile', { language, token: member.token });
      const fields = fieldsOf(page, language);
      await expect(fields.fullname).toHaveValue('Amina Benali');
      await expect(fields.email).toHaveValue(member.email);
      await expect(fields.email).not.toBeEditable();
      await expect(fields.phone1).toHaveValue('0551234567');
      await expect(fields.birthdate).toHaveValue('');

      await press(page, profile.save);
      await expect(fields.birthdate).toBeFocused();
      await expect(fields.birthdate).toHaveAccessibleDescription(errors.birthdate_required);
      await fields.birthdate.fill('2001-03-05');
      await fields.fullname.fill(' Amina Bénali ');
      await fields.phone2.fill('٠٢١ ٢٣ ٤٥ ٦٧');
      await fields.fullname.press('Enter');
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(fields.phone2).toHaveValue('021234567');
      expect(await profileOf(page, member)).toMatchObject({
        fullname: 'Amina Bénali',
        phone1: '+213551234567',
        phone2: '+21321234567',
        birthdate: '2001-03-05',
      });
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, profile, person } = words[language];

  test.describe(`the profile in ${language}`, { tag }, () => {
    test('lets the person choose when the same was changed elsewhere', async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/profile', { language, token: member.token });
      const fields = fieldsOf(page, language);
      await fields.address.fill('Mine, Algiers');
      await fields.fullname.fill('My Name');
      await fields.birthdate.fill('2001-03-05');
      await changeElsewhere(page, member, {
        address: 'Theirs, Oran',
        fullname: 'Their Name',
        birthdate: '2001-03-05',
        phone2: '+21321234567',
      });

      await press(page, profile.save);
      const dialog = page.getByRole('dialog', { name: profile.conflict.title });
      await expect(dialog.getByRole('group')).toHaveCount(2);
      await expectAccessible(page);
      const address = dialog.getByRole('group', { name: person.address });
      await expect(address.getByRole('radio', { name: profile.conflict.mine })).toBeChecked();
      await address.getByRole('radio', { name: 'Theirs, Oran' }).check();
      await dialog.getByRole('button', { name: profile.conflict.save }).click();
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(fields.address).toHaveValue('Theirs, Oran');
      await expect(fields.fullname).toHaveValue('My Name');
      expect(await profileOf(page, member)).toMatchObject({
        address: 'Theirs, Oran',
        fullname: 'My Name',
        phone2: '+21321234567',
      });
    });

    test('of a teacher has one or two courses', async ({ page, visit }) => {
      const teacher = await signedInTeacher();
      await visit('/profile', { language, token: teacher.token });
      await fieldsOf(page, language).birthdate.fill('1990-01-02');
      const group = page.getByRole('region', { name: person.courses });
      const courses = group.getByRole('checkbox');
      await group.getByRole('checkbox', { checked: true }).uncheck();
      await press(page, profile.save);
      await expect(group).toBeFocused();
      await expect(group).toHaveAccessibleDescription(
        new RegExp(errors['1_course_atleast_warning']),
      );

      await courses.nth(1).check();
      await courses.nth(2).check();
      await expect(group.getByRole('alert')).toBeEmpty();
      await courses.nth(3).click();
      await expect(group.getByRole('alert')).toHaveText(errors['2_courses_only_warning']);
      await expect(courses.nth(3)).not.toBeChecked();
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await profileOf(page, teacher)).toMatchObject({
        teacher: { courses: [{ _id: expect.any(String) }, { _id: expect.any(String) }] },
      });
    });
  });
}

test.describe('the profile', () => {
  test(
    'keeps both changes when they are of different fields',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const member = await signedIn();
      await visit('/profile', { token: member.token });
      const fields = fieldsOf(page, 'en');
      await fields.birthdate.fill('2001-03-05');
      await fields.address.fill('Algiers');
      await changeElsewhere(page, member, { fullname: 'Amina B.', birthdate: '2001-03-05' });
      await press(page, words.en.profile.save);
      await expect(page.getByText(words.en.profile.saved, { exact: true })).toBeVisible();
      await expect(fields.fullname).toHaveValue('Amina B.');
      expect(await profileOf(page, member)).toMatchObject({
        fullname: 'Amina B.',
        address: 'Algiers',
      });
    },
  );

  test(
    'keeps what is typed while it is being saved',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const member = await signedIn();
      const { profile } = words.en;
      await visit('/profile', { token: member.token });
      const fields = fieldsOf(page, 'en');
      await fields.birthdate.fill('2001-03-05');
      await fields.fullname.fill(' Amina B. ');
      await page.route(/\/api\/users\/[0-9a-f]+/, async (route) => {
        await fields.address.fill('Typed meanwhile');
        await route.continue();
      });
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(fields.fullname).toHaveValue('Amina B.');
      await expect(fields.address).toHaveValue('Typed meanwhile');
      await page.getByRole('button', { name: words.en.common.close }).click();
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await profileOf(page, member)).toMatchObject({ address: 'Typed meanwhile' });
    },
  );

  test(
    'can be edited on when there is a conflict',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const member = await signedIn();
      const { profile } = words.en;
      await visit('/profile', { token: member.token });
      const fields = fieldsOf(page, 'en');
      await fields.birthdate.fill('2001-03-05');
      await fields.address.fill('Mine');
      await changeElsewhere(page, member, { address: 'Theirs', birthdate: '2001-03-05' });
      await press(page, profile.save);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: profile.conflict.cancel }).click();
      await expect(dialog).toBeHidden();
      await expect(fields.address).toHaveValue('Mine');
      await fields.address.press('Control+Enter');
      await expect(dialog).toBeVisible();
      await page.route(/\/api\/users\/[0-9a-f]+/, async (route) => {
        await expect(page.getByRole('button', { name: profile.saving })).toBeVisible();
        await route.continue();
      });
      await dialog.getByRole('button', { name: profile.conflict.save }).click();
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      expect(await profileOf(page, member)).toMatchObject({ address: 'Mine' });
    },
  );

  test('is always the one of now', { tag: only('phone') }, async ({ page, visit }) => {
    const member = await signedIn();
    await visit('/courses', { token: member.token });
    await changeElsewhere(page, member, { fullname: 'Newer Name', birthdate: '2001-03-05' });
    await page.getByRole('button', { name: words.en.common.navigation.openMenu }).click();
    // The avatar's link is named after the profile as well.
    await page
      .getByRole('dialog')
      .getByRole('link', { name: words.en.common.pages.profile })
      .click();
    await expect(fieldsOf(page, 'en').fullname).toHaveValue('Newer Name');
  });

  test('offers the birthdate from the sign-up', { tag: only('phone') }, async ({ page, visit }) => {
    const member = await signedIn();
    const { profile } = words.en;
    await page.addInitScript((email) => {
      if (!localStorage.getItem('offered')) {
        localStorage.setItem('offered', 'yes');
        localStorage.setItem('birthdate', JSON.stringify({ email, birthdate: '1999-12-31' }));
      }
    }, member.email);
    await visit('/profile', { token: member.token });
    const { birthdate } = fieldsOf(page, 'en');
    await expect(birthdate).toHaveValue('1999-12-31');
    await expect(birthdate).toHaveAccessibleDescription(profile.keptBirthdate);
    await press(page, profile.save);
    await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
    expect(await profileOf(page, member)).toMatchObject({ birthdate: '1999-12-31' });
    expect(await page.evaluate(() => localStorage.getItem('birthdate'))).toBeNull();
    await expect(page.getByText(profile.keptBirthdate)).toBeHidden();
  });

  for (const { language, tag } of withoutFrench('desktop')) {
    const title = `is still as it was entered after signing in again (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const { account, errors, profile } = words[language];
      const member = await signedIn();
      await visit('/profile', { language, token: member.token });
      const fields = fieldsOf(page, language);
      await fields.birthdate.fill('2001-03-05');
      await fields.address.fill('Oran');
      await page.route(/\/api\/users\/[^/]+\?/, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 401, json: { success: false, code: 'unauthorized' } })
          : route.continue(),
      );
      await press(page, profile.save);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('alert').filter({ hasText: errors.unauthorized })).toBeVisible();

      await page.unroute(/\/api\/users\/[^/]+\?/);
      await page.getByLabel(account.fields.email).fill(member.email);
      await page.getByLabel(account.fields.password, { exact: true }).fill(member.password);
      await press(page, account.login.submit);
      await expect(page).toHaveURL('/profile');
      await expect(page.getByText(profile.restored)).toBeVisible();
      await expect(fields.address).toHaveValue('Oran');
      await press(page, profile.save);
      await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
      await expect(page.getByText(profile.restored)).toBeHidden();
      await fields.address.fill('Annaba');
      await expect(page.getByText(profile.restored)).toBeHidden();
      await fields.address.fill('Oran');
      await page.reload();
      await expect(fields.address).toHaveValue('Oran');
      await expect(page.getByText(profile.restored)).toBeHidden();
    });
  }

  test('asks before changes are left behind', { tag: only('desktop') }, async ({ page, visit }) => {
    const member = await signedIn();
    const { unsaved, pages } = words.en.common;
    await visit('/profile', { token: member.token });
    await fieldsOf(page, 'en').address.fill('Elsewhere');
    const link = page.getByRole('contentinfo').getByRole('link', { name: pages.privacy });
    await link.click();
    const dialog = page.getByRole('alertdialog', { name: unsaved.title });
    await dialog.getByRole('button', { name: unsaved.stay }).click();
    await expect(dialog).toBeHidden();
    await expect(fieldsOf(page, 'en').address).toHaveValue('Elsewhere');
    await link.click();
    await dialog.getByRole('button', { name: unsaved.leave }).click();
    await expect(page).toHaveURL('/privacy');
  });

  test(
    'asks before a step back, and before logging out',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const person = await signedIn();
      const { unsaved, navigation, logout, pages } = words.en.common;
      await visit('/courses', { token: person.token });
      const openProfile = async () => {
        await page.getByRole('button', { name: navigation.openMenu }).click();
        await page.getByRole('link', { name: pages.profile, exact: true }).click();
        await fieldsOf(page, 'en').address.fill('Elsewhere');
      };
      const dialog = page.getByRole('alertdialog', { name: unsaved.title });
      const stay = async () => {
        await dialog.getByRole('button', { name: unsaved.stay }).click();
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL('/profile');
        await expect(fieldsOf(page, 'en').address).toHaveValue('Elsewhere');
      };
      const leave = dialog.getByRole('button', { name: unsaved.leave });
      const back = page.getByRole('button', { name: navigation.back });

      await openProfile();
      await page.goBack();
      await stay();
      await page.goBack();
      await leave.click();
      await expect(page).toHaveURL('/courses');

      await openProfile();
      await back.click();
      await stay();
      await back.click();
      await leave.click();
      await expect(page).toHaveURL('/courses');

      await openProfile();
      const logOut = async () => {
        await page.getByRole('button', { name: navigation.openMenu }).click();
        await page.getByRole('button', { name: logout.title }).click();
        await page.getByRole('button', { name: logout.yes }).click();
      };
      await logOut();
      await stay();
      await logOut();
      await leave.click();
      await expect(page).toHaveURL('/');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
  );

  test(
    'says when it cannot be loaded, and recovers',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const member = await signedIn();
      const { profile, common } = words.en;
      let calls = 0;
      await page.route(/\/api\/users\/me/, (route) => {
        calls += 1;
        // The first one is the shell's, which asks who this is.
        return calls === 1 ? route.continue() : route.fulfill({ status: 502 });
      });
      await visit('/profile', { token: member.token });
      await expect(page.getByRole('alert')).toContainText(profile.failed);
      await page.unroute(/\/api\/users\/me/);
      await page.getByRole('button', { name: common.retry }).click();
      await expect(fieldsOf(page, 'en').fullname).toHaveValue('Amina Benali');
    },
  );

  for (const { language, tag } of inEnglish('phone')) {
    const title = `shows on a small screen why it is not saved (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      await page.setViewportSize({ width: 390, height: 640 });
      const { profile } = words[language];
      const member = await signedIn();
      await visit('/profile', { language, token: member.token });
      const fields = fieldsOf(page, language);
      await fields.birthdate.fill('2001-03-05');
      await fields.phone2.fill('021 23 45 67');
      await page.route(/\/api\/users\/[0-9a-f]+/, (route) => route.fulfill({ status: 502 }));
      await press(page, profile.save);
      const alert = page.getByRole('alert').filter({ hasText: profile.saveFailed });
      await expect(alert).toBeInViewport();
      await expect(fields.phone2).toHaveValue('021 23 45 67');
    });
  }

  const onNarrowScreens = 'shows all of a long address, and is not cut off on a narrow screen';

  test(onNarrowScreens, { tag: only('phone') }, async ({ page, visit, member }) => {
    await visit('/profile', { token: member.token, language: 'fr' });
    const { email } = fieldsOf(page, 'fr');
    await expect(email).toHaveValue(member.email);
    const hidden = await email.evaluate((field) => [
      field.scrollWidth - field.clientWidth,
      field.scrollHeight - field.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);

    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(overflow).toBe(0);
  });

  for (const { language, tag } of withoutFrench('phone')) {
    test(`has no violations (${language})`, { tag }, async ({ page, visit, member }) => {
      await visit('/profile', { language, token: member.token });
      await expect(fieldsOf(page, language).fullname).toBeVisible();
      await press(page, words[language].profile.save);
      await expect(fieldsOf(page, language).birthdate).toBeFocused();
      await expectAccessible(page);
    });
  }
});
