import { codeIn, emailsTo, nextEmailTo } from './support/emails.ts';
import { CV, SMALL_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { askForPlace } from './support/placeRequest.ts';
import { coursePath } from './support/publicPaths.ts';
import { logIn } from './support/session.ts';
import {
  clickButton,
  fillFirstStep,
  signUpAsStudent,
  signupFields,
  signupValues,
} from './support/signupForm.ts';
import { fileInput, submitAndAcceptTerms } from './support/teacherForm.ts';
import { translatePages } from './support/translatePage.ts';
import { translations } from './support/translations.ts';
import { userFields } from './support/userFields.ts';
import { createSignedInUser, createVerifiedUser } from './support/users.ts';
import { only } from './support/variants.ts';

const { checkEmail, common, errors, profile, settings, passwordReset, signIn, signup } =
  translations.en;

/*
 * What each form does on a page that the browser translates. React renders a page that was translated before the app started again, and
 * logs that (error 418). Chromium logs refused requests.
 */
test.use({ expectedConsoleMessages: /React error #418|Failed to load resource/ });

test.beforeEach(({ page }) => translatePages(page));

test.afterEach(async ({ page }) => {
  await expect(page.locator('footer [data-translated]').first()).toBeAttached();
  await expect(page.getByText(common.crash.title)).toBeHidden();
});

test('a translated login', { tag: only('desktop') }, async ({ page, visit }) => {
  const user = await createVerifiedUser();
  await visit('/login');
  await clickButton(page, signIn.login.submit);
  await expect(page.getByText(errors.email_invalid)).toBeVisible();
  await logIn(page, 'en', { ...user, password: 'Wrong horse 1' });
  await expect(page.getByRole('main').getByText(errors.incorrect_credentials)).toBeVisible();
  await logIn(page, 'en', user);
  await expect(page).toHaveURL('/');
});

test('a translated sign-up of a teacher', { tag: only('phone') }, async ({ page, visit }) => {
  const values = signupValues();
  const fields = signupFields(page, 'en');
  await visit('/signup');
  await clickButton(page, signup.next);
  await expect(page.getByText(errors.fullname_required)).toBeVisible();
  await fillFirstStep(page, 'en', { ...values, password: 'password', phone1: '1' });
  await fields.password.fill(values.password);
  await fields.phone1.fill(values.phone1);

  const steps = [
    () => page.getByRole('radio', { name: signup.occupation.teacher }).check(),
    () => page.getByRole('checkbox').first().check(),
    () => fileInput(page, 'en', 'cv').setInputFiles(CV),
    async () => fileInput(page, 'en', 'video').setInputFiles(await videoFile(SMALL_VIDEO)),
  ];
  for (const complete of steps) {
    const heading = page.getByRole('main').getByRole('heading', { level: 2 });
    const before = await heading.allTextContents();
    await clickButton(page, signup.next);
    await expect(heading).not.toHaveText(before);
    await complete();
    await clickButton(page, signup.back);
    await expect(heading).toHaveText(before);
    await clickButton(page, signup.next);
    await expect(heading).not.toHaveText(before);
  }
  await submitAndAcceptTerms(page, 'en');
  await expect(page.getByRole('main').getByText(values.email)).toBeVisible();
});

test('a translated correction of the email address', async ({ page, visit }) => {
  const values = signupValues();
  await visit('/signup');
  await signUpAsStudent(page, 'en', values);
  await clickButton(page, checkEmail.mistyped);
  await page.getByLabel(checkEmail.newEmail).fill('nobody');
  await clickButton(page, checkEmail.correct);
  await expect(page.getByText(errors.email_invalid)).toBeVisible();
  await page.getByLabel(checkEmail.newEmail).fill(`correct-${values.email}`);
  await clickButton(page, checkEmail.correct);
  await expect(page.getByRole('main').getByText(`correct-${values.email}`)).toBeVisible();
});

test('a translated password reset', { tag: only('desktop') }, async ({ page, visit }) => {
  const user = await createVerifiedUser();
  await visit('/forgot-password');
  const heading = page.getByRole('heading', { level: 1 });
  const next = async (name: string, title: string) => {
    await clickButton(page, name);
    await expect(heading).toHaveText(title);
  };
  const back = () => next(common.navigation.back, common.pages.forgotPassword);
  await clickButton(page, passwordReset.forgot.submit);
  await expect(page.getByText(errors.email_invalid)).toBeVisible();
  await page.getByLabel(signIn.fields.email).fill(user.email);
  await next(passwordReset.forgot.submit, passwordReset.code.title);
  await nextEmailTo(user.email, 1);
  await back();
  const known = (await emailsTo(user.email)).length;
  await next(passwordReset.forgot.submit, passwordReset.code.title);
  const boxes = page.getByRole('group', { name: passwordReset.code.label }).getByRole('textbox');
  const enter = async (code: string) => {
    await boxes.first().focus();
    await page.keyboard.type(code);
    await clickButton(page, passwordReset.code.submit);
  };
  const code = codeIn(await nextEmailTo(user.email, known));
  // Mistyped in its last digit.
  await enter(code.slice(0, -1) + (code.endsWith('0') ? '1' : '0'));
  await expect(page.getByRole('main').getByText(errors.invalid_code)).toBeVisible();
  await enter(code);
  await expect(heading).toHaveText(passwordReset.newPassword.title);
  const password = page.getByLabel(signIn.fields.newPassword, { exact: true });
  await password.fill('P@ssw0rd2026');
  await expect(page.getByText(errors.password_known)).toBeVisible();
  await password.fill('Another horse 2');
  await expect(page.getByText(errors.password_known)).toBeHidden();
  await page.getByLabel(signIn.fields.confirmation, { exact: true }).fill('Another horse 2');
  await clickButton(page, passwordReset.newPassword.submit);
  await expect(page).toHaveURL('/login');
});

test('translated forms of a signed-in user', { tag: only('desktop') }, async ({ page, visit }) => {
  const user = await createSignedInUser();
  const main = page.getByRole('main');
  const fill = (label: string, value: string) =>
    main.getByLabel(label, { exact: true }).fill(value);

  await test.step('the profile', async () => {
    await visit('/profile', { token: user.token });
    await clickButton(page, profile.save);
    await expect(page.getByText(errors.birthdate_required)).toBeVisible();
    await userFields(page, 'en').birthdate.fill('2001-03-05');
    await clickButton(page, profile.save);
    await expect(page.getByText(profile.saved, { exact: true })).toBeVisible();
  });

  await test.step('another password', async () => {
    await page.goto('/settings');
    for (const name of [
      settings.changePassword.open,
      settings.settings.cancel,
      settings.changePassword.open,
    ]) {
      await clickButton(page, name);
    }
    await fill(signIn.fields.currentPassword, user.password);
    await fill(signIn.fields.newPassword, 'P@ssw0rd2026');
    await expect(main.getByText(errors.password_known)).toBeVisible();
    await fill(signIn.fields.newPassword, 'Another horse 2');
    await fill(signIn.fields.confirmation, 'Another horse 2');
    await clickButton(page, settings.changePassword.submit);
    await expect(page.getByText(settings.changePassword.done)).toBeVisible();
  });

  await test.step('another email address', async () => {
    const email = `new-${user.email}`;
    await clickButton(page, settings.changeEmail.open);
    await clickButton(page, settings.changeEmail.submit);
    await expect(main.getByText(errors.email_invalid)).toBeVisible();
    await fill(settings.changeEmail.newEmail, email);
    await fill(signIn.fields.currentPassword, 'Another horse 2');
    await clickButton(page, settings.changeEmail.submit);
    await expect(main.getByRole('status').filter({ hasText: email })).toBeVisible();
  });

  await test.step('a place in a course', async () => {
    await page.goto(coursePath);
    await askForPlace(page, 'en');
  });

  await test.step('the deletion of the account', async () => {
    const text = settings.delete;
    const dialog = (name: string) => page.getByRole('alertdialog', { name });
    await page.goto('/delete');
    await clickButton(page, text.submit);
    await dialog(text.missingPassword).getByRole('button', { name: common.close }).click();
    await main.locator('input[type=password]').fill('Wrong horse 1');
    await clickButton(page, text.submit);
    await dialog(text.question).getByRole('button', { name: text.confirm }).click();
    await dialog(text.failed).getByRole('button', { name: common.close }).click();
    await expect(dialog(text.failed)).toBeHidden();
  });
});
