import type { Locator, Route } from '@playwright/test';
import { isolatedEmail } from '../src/i18n/isolate.ts';
import { linkIn, nextEmailTo } from './support/emails.ts';
import { expect, test } from './support/journey.ts';
import { holdRequests, recordRequests } from './support/requests.ts';
import {
  browserStorage,
  clickButton,
  fillFirstStep,
  openTerms,
  signUpAsStudent,
  signupFields,
  signupValues,
  waitForDraft,
  waitForLeaveGuard,
} from './support/signupForm.ts';
import { translations } from './support/translations.ts';
import { inEnglish, only, variants, withoutFrench } from './support/variants.ts';

const REGISTER = /\/api\/users\/register/;

const refusal = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, code } });

// Chromium logs the refused requests.
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { signup } = translations[language];

  test.describe(`signing up (${language})`, { tag: [...tag, '@firefox'] }, () => {
    test('creates a user, and shows that a verification link was emailed', async ({
      page,
      visit,
    }) => {
      const values = signupValues();
      await visit('/signup', { language });
      await signUpAsStudent(page, language, values);

      await expect(page).toHaveURL('/');
      await expect(
        page.getByRole('main').getByRole('status').filter({ hasText: values.email }),
      ).toHaveText(
        signup.user_created_successfully.replace('{{email}}', isolatedEmail(values.email)),
      );
      const mail = await nextEmailTo(values.email);
      expect(linkIn(mail)).toMatch(/^\/verify-email\?lang=\w\w&token=/);

      const kept = await browserStorage(page);
      expect(kept).not.toContain(values.password);
      expect(kept).not.toContain(values.address);
      expect(kept).not.toContain(values.birthdate);
    });
  });
}

for (const { language, tag } of inEnglish('desktop')) {
  const { signup } = translations[language];
  const title = `registers once, although the button is pressed twice (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    const requests = recordRequests(page);
    const values = signupValues();
    await visit('/signup', { language });
    await openTerms(page, language, values);
    await page.getByRole('dialog').getByRole('button', { name: signup.terms.ok }).dblclick();

    // The response comes after both presses.
    await expect(page).toHaveURL('/');
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: values.email }),
    ).toBeVisible();
    expect(requests.to(REGISTER)).toHaveLength(1);
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { errors, signup } = translations[language];

  test(
    `stops at an invalid field until it is corrected (${language})`,
    { tag },
    async ({ page, visit }) => {
      await visit('/signup', { language });
      const { email, ...fields } = signupFields(page, language);
      await fillFirstStep(page, language, signupValues({ email: 'amina' }));
      await clickButton(page, signup.next);
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(errors.email_invalid);
      await email.fill('amina@example.org');
      await fields.address.fill('');
      await clickButton(page, signup.next);
      await expect(fields.address).toBeFocused();
      await fields.address.fill('Algiers');
      await clickButton(page, signup.next);
      await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    },
  );
}

for (const [reason, ofReason, respond, code] of [
  ['a refusal', variants('desktop'), refusal(429, 'too_many_accounts'), 'too_many_accounts'],
  [
    'a failure of the server',
    inEnglish('desktop'),
    refusal(503, 'service_unavailable'),
    'service_unavailable',
  ],
  ['a lost connection', inEnglish('phone'), (route: Route) => route.abort(), 'service_unavailable'],
] as const) {
  for (const { language, tag } of ofReason) {
    test(
      `brings the message about ${reason} into sight, and focuses it (${language})`,
      { tag },
      async ({ page, visit }) => {
        const values = signupValues();
        await page.route(REGISTER, respond);
        await visit('/signup', { language });
        await signUpAsStudent(page, language, values);
        const text = translations[language].errors[code];
        const message = page.getByRole('main').getByText(text).locator('..');
        await expect(message).toBeFocused();
        await expect(message).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('alert').filter({ hasText: text })).toBeInViewport();
        await expect(signupFields(page, language).address).toHaveValue(values.address);

        await page.unroute(REGISTER);
        const { next, submit, terms } = translations[language].signup;
        await clickButton(page, next);
        await clickButton(page, submit);
        const agreement = page.getByRole('dialog').getByRole('checkbox', { name: terms.agree });
        await expect(agreement).toBeChecked();
      },
    );
  }
}

for (const [outcome, size, response] of [
  ['success', 'desktop', { status: 201, json: { success: true, data: {} } }],
  ['failure', 'phone', { status: 429, json: { success: false, code: 'too_many_accounts' } }],
] as const) {
  for (const { language, tag } of inEnglish(size)) {
    const { errors, signup } = translations[language];
    const title = `disables the form while registering, and shows the ${outcome} after leaving (${language})`;

    test(title, { tag }, async ({ page, visit }) => {
      const values = signupValues();
      const { unsaved } = translations[language];
      const release = await holdRequests(page, REGISTER, {
        respond: (route) => route.fulfill(response),
      });
      await visit('/signup', { language });
      await signUpAsStudent(page, language, values);
      await expect(
        page.getByRole('status').filter({ hasText: signup.creatingUser }),
      ).toBeAttached();
      for (const radio of await page.getByRole('radio').all()) {
        await expect(radio).toBeDisabled();
      }
      await page.goBack();
      await expect(signupFields(page, language).fullname).toBeDisabled();

      await page.getByRole('main').getByRole('link', { name: signup.login }).click();
      await page
        .getByRole('alertdialog', { name: unsaved.title })
        .getByRole('button', { name: unsaved.leave, exact: true })
        .click();
      await expect(page).toHaveURL('/login');
      release();
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
  'keeps the draft without passwords after a reload',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const values = signupValues();
    const { signup } = translations.fr;
    await visit('/signup', { language: 'fr' });
    await fillFirstStep(page, 'fr', values);
    await clickButton(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    expect(await browserStorage(page)).not.toContain(values.password);

    await page.reload();
    await expect(page.getByText(signup.restored)).toBeVisible();
    const fields = signupFields(page, 'fr');
    await expect(fields.address).toHaveValue(values.address);
    await expect(fields.birthdate).toHaveValue(values.birthdate);
    await expect(fields.password).toHaveValue('');
    await fields.password.fill(values.password);
    await fields.confirmation.fill(values.confirmation);
    await clickButton(page, signup.next);
    await expect(page.getByRole('radio', { name: signup.occupation.student })).toBeChecked();
    // The message disappears when the passwords are entered again.
    await expect(page.getByText(signup.restored)).toBeHidden();
  },
);

test(
  'the browser asks before a reload only when a password is entered',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await visit('/signup');
    const { fullname, password } = signupFields(page, 'en');
    await fullname.fill('Amina Benali');
    await waitForDraft(page, 'Amina Benali');
    await page.reload();
    await expect(fullname).toHaveValue('Amina Benali');
    expect(asked).toEqual([]);

    await password.fill('Correct horse 1');
    await expect.poll(() => page.evaluate(asksBeforeUnload)).toBe(true);
    await page.reload();
    await expect(fullname).toHaveValue('Amina Benali');
    expect(asked).toEqual(['beforeunload']);
  },
);

/** Whether the page would let the browser ask before it is left. The app listens once its effects have run. */
function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

for (const { language, tag } of withoutFrench('phone')) {
  const { signup, unsaved } = translations[language];
  const title = `asks before leaving, and then drops the draft (${language})`;

  test(title, { tag }, async ({ page, visit }) => {
    await visit('/signup', { language });
    const { fullname } = signupFields(page, language);
    await fullname.fill('Amina Benali');
    await waitForDraft(page, 'Amina Benali');
    await page.reload();
    await waitForLeaveGuard(page);
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
      translations[language].common.pages.login,
    );
    expect(await browserStorage(page)).not.toContain('Amina');
    await page.goBack();
    await expect(page).toHaveURL('/signup');
    await expect(fullname).toHaveValue('');
  });
}

test(
  'the browser’s back and forward buttons move between the steps',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    const values = signupValues();
    const { signup, common, unsaved } = translations.en;
    const fields = signupFields(page, 'en');
    const question = page.getByRole('heading', { name: signup.occupation.question });
    await visit('/privacy');
    await visit('/signup');
    await fillFirstStep(page, 'en', values);
    await clickButton(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.teacher }).check();
    await clickButton(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();

    await page.goBack();
    await expect(question).toBeFocused();
    await expect(page.getByRole('radio', { name: signup.occupation.teacher })).toBeChecked();
    await page.goBack();
    await expect(fields.password).toHaveValue(values.password);
    await page.goForward();
    await expect(question).toBeFocused();
    await clickButton(page, signup.back);
    await fields.fullname.fill('');
    await page.goForward();
    await expect(fields.fullname).toHaveValue('');
    await fields.fullname.fill(values.fullname);
    await clickButton(page, signup.next);
    await expect(question).toBeFocused();

    // A reload returns to the first step, where the passwords are missing.
    await page.reload();
    await expect(fields.address).toHaveValue(values.address);
    await expect(fields.password).toHaveValue('');
    await page.getByRole('link', { name: common.brand }).first().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: unsaved.leave, exact: true })
      .click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'names occupations that are not open yet in one line',
  { tag: only('phone') },
  async ({ page, visit }) => {
    const { signup, common } = translations.en;
    await visit('/signup');
    await fillFirstStep(page, 'en', signupValues());
    await clickButton(page, signup.next);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
    const { freelancer, company, other } = signup.occupation;
    await expect(
      page.getByText(`${common.comingSoon} ${freelancer}, ${company}, ${other}`),
    ).toBeVisible();

    await page.getByRole('radio', { name: signup.occupation.teacher }).check();
    await clickButton(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.courses.title })).toBeFocused();
    await expect(page.getByText('Step 3 of 5')).toBeVisible();
    await clickButton(page, signup.back);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    await expect(page.getByText('Step 2 of 2')).toBeVisible();
    await clickButton(page, signup.back);
    await expect(signupFields(page, 'en').city).toHaveValue('Algiers');
  },
);

test('the terms can be declined', { tag: only('phone') }, async ({ page, visit }) => {
  const { common, signup, legal } = translations.en;
  await visit('/signup');
  await fillFirstStep(page, 'en', signupValues());
  await clickButton(page, signup.next);
  await page.getByRole('radio', { name: signup.occupation.student }).check();
  await clickButton(page, signup.submit);
  const dialog = page.getByRole('dialog', { name: common.pages.privacy });
  for (const { title } of Object.values(legal.parts)) {
    await expect(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await dialog.getByRole('button', { name: signup.terms.cancel }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: signup.submit, exact: true })).toBeFocused();
});

test.describe('a part whose code cannot be loaded', { tag: only('desktop') }, () => {
  test('leaves the rest of the form usable, and can be retried', async ({ page, visit }) => {
    const { common, userFields } = translations.en;
    const parts = /\/(?:PasswordStrength|CountryDialog)(?:-[^/]*\.js|\.tsx)/;
    await page.route(parts, (route) => route.abort());
    await visit('/signup');
    const fullname = page.getByLabel(userFields.fullname);
    await fullname.fill('Amina Benali');
    const failed = page.waitForEvent('requestfailed', (request) => parts.test(request.url()));
    await page.getByLabel(translations.en.signup.password, { exact: true }).fill('Secret123');
    await failed;
    await expect(page.getByText(common.partFailed)).toBeHidden();

    const country = page.getByRole('button', { name: new RegExp(`^${userFields.country},`) });
    await country.click();
    await expect(page.getByRole('alert')).toContainText(common.partFailed);
    await expect(fullname).toHaveValue('Amina Benali');

    await page.unroute(parts);
    await country.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('keeps the entered values when it is a step', async ({ page, visit }) => {
    const { common, signup } = translations.en;
    const step = /\/OccupationStep(?:-[^/]*\.js|\.tsx)/;
    await page.route(step, (route) => route.abort());
    await visit('/signup');
    await fillFirstStep(page, 'en', signupValues());
    await clickButton(page, signup.next);
    await expect(page.getByRole('alert')).toContainText(common.partFailed);
    await page.unroute(step);
    await clickButton(page, common.retry);
    await expect(page.getByRole('heading', { name: signup.occupation.question })).toBeFocused();
    await clickButton(page, signup.back);
    await expect(signupFields(page, 'en').password).toHaveValue('Correct horse 1');
  });
});

test(
  'scrolls an invalid field and its label below the bar',
  { tag: only('phone') },
  async ({ page, visit }) => {
    await visit('/signup');
    const { fullname } = signupFields(page, 'en');
    await fullname.evaluate((field) => {
      scrollTo(0, field.getBoundingClientRect().top - 70);
    });
    await fullname.press('Enter');
    await expect(fullname).toHaveAttribute('aria-invalid', 'true');
    const top = (locator: Locator) =>
      locator.evaluate((element) => element.getBoundingClientRect().top);
    const bar = await page.getByRole('banner').boundingBox();
    await expect
      .poll(() => top(page.getByText(translations.en.userFields.fullname, { exact: true })))
      .toBeGreaterThan(bar?.height ?? 0);
  },
);
