import { isolatedEmail } from '../src/i18n/isolate.ts';
import { expect, test } from './support/journey.ts';
import { linkIn, nextMailTo } from './support/emails.ts';
import {
  entries,
  fieldsOf,
  fillIn,
  goToTerms,
  press,
  signUp,
  stored,
  untilLeavingIsGuarded,
} from './support/signupForm.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';
import { words } from './support/translations.ts';

// What is refused on purpose.
test.use({ expectedMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { signup } = words[language];

  test.describe(`signing up in ${language}`, { tag }, () => {
    test('makes an account, and says that a link was mailed', async ({ page, visit }) => {
      const values = entries();
      await visit('/signup', { language });
      await signUp(page, language, values);

      await expect(page).toHaveURL('/');
      await expect(page.getByRole('status').filter({ hasText: values.email })).toHaveText(
        signup.user_created_successfully.replace('{{email}}', isolatedEmail(values.email)),
      );
      const mail = await nextMailTo(values.email);
      expect(linkIn(mail)).toMatch(/^\/verify-email\?token=/);

      const kept = await stored(page);
      expect(kept).not.toContain(values.password);
      expect(kept).not.toContain(values.address);
      expect(kept).toContain(values.birthdate);
    });
  });
}

for (const { language, tag } of inEnglish('desktop')) {
  const { signup } = words[language];
  const title = `signing up makes one account, however often that is asked for (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    let registrations = 0;
    page.on('request', (request) => {
      registrations += Number(request.url().includes('/users/register'));
    });
    const values = entries();
    await visit('/signup', { language });
    await goToTerms(page, language, values);
    await page.getByRole('dialog').getByRole('button', { name: signup.terms.ok }).dblclick();

    // The answer comes after whatever both presses have sent.
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('status').filter({ hasText: values.email })).toBeVisible();
    expect(registrations).toBe(1);
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, signup } = words[language];

  test(
    `a faulty entry stops who signs up, until it is mended (${language})`,
    { tag },
    async ({ page, visit }) => {
      await visit('/signup', { language });
      const { email, ...fields } = fieldsOf(page, language);
      await fillIn(page, language, entries({ email: 'amina' }));
      await press(page, signup.next);
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(errors.email_invalid);
      await email.fill('amina@example.org');
      await fields.address.fill('');
      await press(page, signup.next);
      await expect(fields.address).toBeFocused();
      await fields.address.fill('Algiers');
      await press(page, signup.next);
      await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    },
  );
}

for (const [outcome, size, answer] of [
  ['success', 'desktop', { status: 201, json: { success: true, data: {} } }],
  ['failure', 'phone', { status: 429, json: { success: false, code: 'too_many_accounts' } }],
] as const) {
  for (const { language, tag } of inEnglish(size)) {
    const { errors, signup } = words[language];
    const title = `a signup changes nothing on the way, and tells who leaves of its ${outcome} (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const values = entries();
      const { unsaved } = words[language].common;
      let answerNow: () => void = () => undefined;
      const isTime = new Promise<void>((resolve) => {
        answerNow = resolve;
      });
      await page.route(/\/api\/users\/register/, async (route) => {
        await isTime;
        await route.fulfill(answer);
      });
      await visit('/signup', { language });
      await signUp(page, language, values);
      await expect(page.getByRole('status').filter({ hasText: signup.creatingUser })).toBeVisible();
      for (const radio of await page.getByRole('radio').all()) {
        await expect(radio).toBeDisabled();
      }
      await page.goBack();
      await expect(fieldsOf(page, language).fullname).toBeDisabled();

      await page.getByRole('main').getByRole('link', { name: signup.login }).click();
      await page
        .getByRole('alertdialog', { name: unsaved.title })
        .getByRole('button', { name: unsaved.leave, exact: true })
        .click();
      await expect(page).toHaveURL('/login');
      answerNow();
      await expect(
        outcome === 'success'
          ? page.getByRole('status').filter({ hasText: values.email })
          : page.getByRole('alert').filter({ hasText: errors.too_many_accounts }),
      ).toBeVisible();
      await expect(page).toHaveURL('/login');
    });
  }
}

test(
  'a reload loses nothing but the passwords',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const values = entries();
    const { signup } = words.fr;
    await visit('/signup', { language: 'fr' });
    await fillIn(page, 'fr', values);
    await press(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    expect(await stored(page)).not.toContain(values.password);

    await page.reload();
    await expect(page.getByText(signup.restored)).toBeVisible();
    const fields = fieldsOf(page, 'fr');
    await expect(fields.address).toHaveValue(values.address);
    await expect(fields.birthdate).toHaveValue(values.birthdate);
    await expect(fields.password).toHaveValue('');
    await fields.password.fill(values.password);
    await fields.confirmation.fill(values.confirmation);
    await press(page, signup.next);
    await expect(page.getByRole('radio', { name: signup.occupation.student })).toBeChecked();
    // What has been asked for is not asked for any more.
    await expect(page.getByText(signup.restored)).toBeHidden();
  },
);

test(
  'a reload is asked about only for a password',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await visit('/signup');
    const { fullname, password } = fieldsOf(page, 'en');
    await fullname.fill('Amina Benali');
    await page.reload();
    await expect(fullname).toHaveValue('Amina Benali');
    expect(asked).toEqual([]);

    await password.fill('Correct horse 1');
    await page.reload();
    await expect(fullname).toHaveValue('Amina Benali');
    expect(asked).toEqual(['beforeunload']);
  },
);

for (const { language, tag } of withoutFrench('phone')) {
  const { signup, unsaved } = { ...words[language], ...words[language].common };
  const title = `leaving asks, and gives up what was entered (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    await visit('/signup', { language });
    const { fullname } = fieldsOf(page, language);
    await fullname.fill('Amina Benali');
    await untilLeavingIsGuarded(page, () => page.reload());
    const login = page.getByRole('main').getByRole('link', { name: signup.login });
    await login.press('Enter');
    const question = page.getByRole('alertdialog', { name: unsaved.title });
    await question.getByRole('button', { name: unsaved.stay }).press('Enter');
    await expect(question).toBeHidden();
    await expect(login).toBeFocused();
    await expect(fullname).toHaveValue('Amina Benali');

    await login.click();
    await question.getByRole('button', { name: unsaved.leave, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words[language].common.pages.login,
    );
    expect(await stored(page)).not.toContain('Amina');
    await page.goBack();
    await expect(page).toHaveURL('/signup');
    await expect(fullname).toHaveValue('');
  });
}

test(
  'the browser’s back and forward go from step to step',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const values = entries();
    const { signup, common } = words.en;
    const fields = fieldsOf(page, 'en');
    const question = page.getByRole('heading', { name: signup.occupation.question });
    await visit('/privacy');
    await visit('/signup');
    await fillIn(page, 'en', values);
    await press(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.teacher }).check();
    await press(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();

    await page.goBack();
    await expect(question).toBeFocused();
    await expect(page.getByRole('radio', { name: signup.occupation.teacher })).toBeChecked();
    await page.goBack();
    await expect(fields.password).toHaveValue(values.password);
    await page.goForward();
    await expect(question).toBeFocused();
    await press(page, signup.back);
    await fields.fullname.fill('');
    await page.goForward();
    await expect(fields.fullname).toHaveValue('');
    await fields.fullname.fill(values.fullname);
    await press(page, signup.next);
    await expect(question).toBeFocused();

    // What a reload cannot bring back is asked for at the first step.
    await page.reload();
    await expect(fields.address).toHaveValue(values.address);
    await expect(fields.password).toHaveValue('');
    await page.getByRole('link', { name: common.brand }).first().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: common.unsaved.leave, exact: true })
      .click();
    await expect(page).toHaveURL('/');
  },
);

test('what is not open yet cannot be chosen', { tag: only('phone') }, async ({ page, visit }) => {
  const { signup, common } = words.en;
  await visit('/signup');
  await fillIn(page, 'en', entries());
  await press(page, signup.next);
  await expect(page.getByRole('radio')).toHaveCount(5);
  await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
  for (const name of [
    signup.occupation.freelancer,
    signup.occupation.company,
    signup.occupation.other,
  ]) {
    const radio = page.getByRole('radio', { name, exact: false });
    await expect(radio).toBeDisabled();
    await expect(radio).toHaveAccessibleName(new RegExp(common.comingSoon));
  }

  await page.getByRole('radio', { name: signup.occupation.teacher }).check();
  await press(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await press(page, signup.back);
  await page.getByRole('radio', { name: signup.occupation.student }).check();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await press(page, signup.back);
  await expect(fieldsOf(page, 'en').city).toHaveValue('Algiers');
});

test('the terms can be declined', { tag: only('phone') }, async ({ page, visit }) => {
  const { common, signup, legal } = words.en;
  await visit('/signup');
  await fillIn(page, 'en', entries());
  await press(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.student }).check();
  await press(page, signup.submit);
  const dialog = page.getByRole('dialog', { name: common.pages.privacy });
  for (const { title } of Object.values(legal.parts)) {
    await expect(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await dialog.getByRole('button', { name: signup.terms.cancel }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: signup.submit, exact: true })).toBeFocused();
});

test.describe('a part that cannot be fetched', { tag: only('desktop') }, () => {
  test('takes nothing else away, and can be tried again', async ({ page, visit }) => {
    const { common, person } = words.en;
    const parts = /\/(?:PasswordStrength|CountryDialog)(?:-[^/]*\.js|\.tsx)/;
    await page.route(parts, (route) => route.abort());
    await visit('/signup');
    const fullname = page.getByLabel(person.fullname);
    await fullname.fill('Amina Benali');
    const failed = page.waitForEvent('requestfailed', (request) => parts.test(request.url()));
    await page.getByLabel(words.en.signup.password, { exact: true }).fill('Secret123');
    await failed;
    await expect(page.getByText(common.partFailed)).toBeHidden();

    const country = page.getByRole('button', { name: new RegExp(`^${person.country},`) });
    await country.click();
    await expect(page.getByRole('alert')).toContainText(common.partFailed);
    await expect(fullname).toHaveValue('Amina Benali');

    await page.unroute(parts);
    await country.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('takes nothing away either when it is a step', async ({ page, visit }) => {
    const { common, signup } = words.en;
    const step = /\/OccupationStep(?:-[^/]*\.js|\.tsx)/;
    await page.route(step, (route) => route.abort());
    await visit('/signup');
    await fillIn(page, 'en', entries());
    await press(page, signup.next);
    await expect(page.getByRole('alert')).toContainText(common.partFailed);
    await page.unroute(step);
    await press(page, common.retry);
    await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    await press(page, signup.back);
    await expect(fieldsOf(page, 'en').password).toHaveValue('Correct horse 1');
  });
});
