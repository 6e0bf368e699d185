import type { Page } from '@playwright/test';
import { languageOf } from '../src/i18n/languages.ts';
import { expectAccessible } from './support/axe.ts';
import { CV, photoFile, SMALL_VIDEO, videoFile } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { waitForContent } from './support/pageReady.ts';
import { fillBirthdate, openPhotoDialog, replaceFile } from './support/profileForm.ts';
import { coursePath, publicPaths } from './support/publicPaths.ts';
import { checkOverlay, checkPage, checkState } from './support/screenChecks.ts';
import { logIn, openDrawer } from './support/session.ts';
import { clickButton, fillFirstStep, signupFields, signupValues } from './support/signupForm.ts';
import { fileInput } from './support/teacherForm.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations, type Language } from './support/translations.ts';
import { userFields } from './support/userFields.ts';
import { readProfile, registerUser, type SignedInUser } from './support/users.ts';
import { alternating } from './support/variants.ts';
import { holdParts } from './support/videoUpload.ts';

// Chromium logs the 4xx responses to a missing page, a wrong link and refused requests.
test.use({ expectedConsoleMessages: /status of 4/ });

interface Visit {
  page: Page;
  language: Language;
  /** The signed-in user, or one that the visit may sign in. */
  user: SignedInUser;
}

interface Screen {
  path: string;
  /** Who is signed in. */
  as?: 'student' | 'teacher';
  /** Opens what else the screen shows (menus, dialogs, errors, steps), and checks each. */
  open?: (visit: Visit) => Promise<void>;
}

/** Screens for which somebody is signed in, or of which more can be opened. */
const states: Screen[] = [
  { path: '/', open: checkHome },
  { path: '/login', open: checkLogin },
  { path: '/courses', as: 'student' },
  { path: coursePath, as: 'student' },
  { path: '/courses/no-such-course' },
  { path: '/signup', open: checkSignup },
  { path: '/profile', as: 'student', open: checkProfile },
  { path: '/profile', as: 'teacher', open: checkFiles },
  { path: '/forgot-password', open: checkPasswordReset },
  { path: '/settings', as: 'student', open: checkSettings },
  { path: '/delete', as: 'student', open: checkDialogs },
  { path: '/', as: 'student' },
  { path: '/my-courses', as: 'student' },
];
const others = publicPaths.filter(
  (path) => !states.some((state) => state.path === path && !state.as),
);

/** Each is visited once, in English or Arabic in turn: both directions share their styles. */
const screens = [...states, ...others.map((path): Screen => ({ path }))];

for (const [index, { path, as, open }] of screens.entries()) {
  for (const language of alternating(index)) {
    const title = `${path}${as ? ` (${as})` : ''} meets the criteria of WCAG 2.2 (${language})`;
    test(title, { tag: '@desktop' }, async ({ page, visit, sharedUser }) => {
      const user = as === 'teacher' ? await createSignedInTeacher() : sharedUser;
      // axe checks all rules in the scheme that is shown: each scheme is shown in one language.
      const scheme = language === 'ar' ? 'light' : 'dark';
      await visit(path, { language, scheme, ...(as && { token: user.token }) });
      await waitForContent(page);
      await expect(page).toHaveURL(path);
      await page.locator('details').evaluateAll((parts: HTMLDetailsElement[]) => {
        for (const part of parts) {
          part.open = true;
        }
      });
      await checkPage(page, language);
      await open?.({ page, language, user });
    });
  }
}

async function checkHome({ page, language }: Visit): Promise<void> {
  const { common, home } = translations[language];
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );

  await test.step('nothing is animated with reduced motion', async () => {
    await page.getByRole('link', { name: home.explore }).hover();
    await expect.poll(moving).toBe(0);
  });
  await test.step('the languages', async () => {
    await page.getByRole('button', { name: common.navigation.language }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect.poll(moving).toBe(0);
    // A menu is rendered outside the landmarks. The rule `region` is a best practice of axe, not a rule of WCAG.
    await expectAccessible(page, { except: ['region'] });
    await page.keyboard.press('Escape');
  });
  await test.step('the focused item of a menu has the background of a hovered one', async () => {
    await page.getByRole('button', { name: common.navigation.about, exact: true }).press('Enter');
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeFocused();
    const background = (position: number) =>
      items.nth(position).evaluate((item) => getComputedStyle(item).backgroundColor);
    await items.nth(2).hover();
    const hovered = await background(2);
    expect(hovered).not.toBe(await background(3));
    await expect.poll(() => background(0)).toBe(hovered);
    await page.keyboard.press('Escape');
  });
  await test.step('the drawer of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(await openDrawer(page, language)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
  await test.step('with animation', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(page.getByRole('button', { name: home.background.pause })).toBeVisible();
    await checkState(page);
  });
}

async function checkLogin({ page, language, user }: Visit): Promise<void> {
  const { signIn } = translations[language];
  const refused = /\/users\/login/;
  await page.route(refused, (route) =>
    route.fulfill({ json: { success: false, code: 'incorrect_credentials' }, status: 401 }),
  );
  await test.step('errors of fields', async () => {
    await clickButton(page, signIn.login.submit);
    await expect(page.getByLabel(signIn.fields.email)).toBeFocused();
    await checkState(page);
  });
  await test.step('a refusal', async () => {
    await logIn(page, language, user);
    await expect(page.getByRole('alert')).toBeVisible();
    await checkState(page);
  });
  await test.step('a message appears in an existing live region', async () => {
    await page.unroute(refused);
    await page.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]')) {
        region.setAttribute('data-known', '');
      }
    });
    await logIn(page, language, user);
    await expect(page.locator('[role=status][data-known]').filter({ hasText: /./ })).toBeVisible();
  });
}

async function checkSignup({ page, language }: Visit): Promise<void> {
  const { signup, userFields: labels } = translations[language];
  const { email } = await registerUser();
  const dialog = page.getByRole('dialog');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const release = await holdParts(page, ['1']);

  await test.step('the bars of reached steps differ from the others in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const colors = await page
      .locator('[data-reached]')
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).borderBlockStartColor));
    expect(colors).toHaveLength(2);
    expect(colors[0]).not.toBe(colors[1]);
    await page.emulateMedia({ forcedColors: 'none' });
  });
  await test.step('errors of fields', async () => {
    await clickButton(page, signup.next);
    await signupFields(page, language).password.fill('Correct');
    await checkState(page);
  });
  await test.step('the countries', async () => {
    await page.getByRole('button', { name: `${labels.country}, ` }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 0.9 });
    await checkOverlay(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('the occupation', async () => {
    await fillFirstStep(page, language, signupValues({ email }));
    await clickButton(page, signup.next);
    await page.getByRole('radio', { name: signup.occupation.student }).check();
    await checkState(page);
  });
  await test.step('the courses', async () => {
    await page.getByRole('radio', { name: signup.occupation.teacher }).check();
    await clickButton(page, signup.next);
    await page.getByRole('checkbox').first().check();
    await checkState(page);
  });
  await test.step('a CV that is refused', async () => {
    await clickButton(page, signup.next);
    await fileInput(page, language, 'cv').setInputFiles({ ...CV, name: 'cv.txt' });
    await expect(alert).toBeVisible();
    await checkState(page);
  });
  await test.step('a CV with a long name', async () => {
    const name = `${'long-name-'.repeat(9)}.pdf`;
    await fileInput(page, language, 'cv').setInputFiles({ ...CV, name });
    await expect(alert).toHaveCount(0);
    await checkState(page);
  });
  await test.step('the video', async () => {
    await clickButton(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    await checkState(page);
  });
  await test.step('the terms', async () => {
    await fileInput(page, language, 'video').setInputFiles(await videoFile(SMALL_VIDEO));
    await clickButton(page, signup.submit);
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await checkOverlay(page, dialog);
  });
  await test.step('the agreement below the terms has its room on a small phone', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await dialog.getByRole('checkbox').check();
    const hidden = await dialog
      .locator('label')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    await dialog.getByRole('button', { name: signup.terms.ok }).click();
  });
  await test.step('the upload of the video', async () => {
    await expect(page.getByRole('progressbar')).toBeVisible();
    await checkState(page);
    release();
  });
  await test.step('the question about an existing account', async () => {
    await expect(page.getByText(signup.exists.question)).toBeVisible();
    await checkState(page);
  });
}

async function checkProfile({ page, language, user }: Visit): Promise<void> {
  const { profile } = translations[language];
  const { birthdate, email } = userFields(page, language);

  await test.step('a long email address is shown in full', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(email).toHaveValue(user.email);
    const hidden = await email.evaluate((field) => [
      field.scrollWidth - field.clientWidth,
      field.scrollHeight - field.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);
  });
  await test.step('errors of fields', async () => {
    await clickButton(page, profile.save);
    await expect(birthdate).toBeFocused();
    await checkState(page);
  });
}

async function checkFiles({ page, language, user }: Visit): Promise<void> {
  const { errors, profileFiles: text } = translations[language];
  const me = await readProfile(page, user);
  const reason = 'The CV names no experience.\nNor does the video.';

  await test.step('a declined application, and a CV that is refused', async () => {
    await page.route(/\/api\/users\/me(\?|$)/, (route) => {
      const data = { ...me, teacher: { ...me.teacher, review: { status: 'declined', reason } } };
      return route.fulfill({ json: { success: true, data } });
    });
    await page.reload();
    await expect(page.getByText(text.review.declined)).toBeVisible();
    await expect(page.getByRole('blockquote')).toHaveText(reason);
    await fillBirthdate(page, language);
    await replaceFile(page, language, 'cv', { ...CV, name: 'wrong.txt' });
    await expect(page.getByText(errors.cv_file_type_wrong)).toBeVisible();
    await checkState(page);
  });
  await test.step('the video', async () => {
    await page.getByRole('button', { name: text.video.watch }).click();
    await expect(page.locator('video')).toBeVisible();
    await checkState(page);
    await page.keyboard.press('Escape');
  });
  await test.step('the photo', async () => {
    const dialog = await openPhotoDialog(page, language);
    await fileInput(page, language, 'photo').setInputFiles(await photoFile());
    await page.getByRole('radio', { name: text.photo.part }).check();
    await expect(page.getByRole('application')).toBeVisible();
    await checkOverlay(page, dialog);
  });
}

async function checkPasswordReset({ page, language }: Visit): Promise<void> {
  const { passwordReset, signIn } = translations[language];
  const heading = page.getByRole('heading', { level: 1 });
  await page.route(/\/users\/(request-reset|verify-reset-code)/, (route) =>
    route.fulfill({ json: { success: true, message: 'Masar' } }),
  );
  await test.step('the code', async () => {
    await page.getByLabel(signIn.fields.email).fill('a@example.org');
    await clickButton(page, passwordReset.forgot.submit);
    await expect(heading).toHaveText(passwordReset.code.title);
    await checkState(page);
  });
  await test.step('the new password', async () => {
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText(passwordReset.newPassword.title);
    await checkState(page);
  });
}

/** Switches and choices show their state in forced colors. */
async function checkSettings({ page, language }: Visit): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const toggle = page.getByRole('switch').first();
  const colors = () =>
    toggle.evaluate((element) => ({
      track: getComputedStyle(element).backgroundColor,
      thumb: getComputedStyle(element, '::before').backgroundColor,
    }));
  const on = await colors();
  expect(on.thumb).not.toBe(on.track);
  await toggle.click();
  await expect.poll(async () => (await colors()).track).not.toBe(on.track);
  const off = await colors();
  expect(off.thumb).not.toBe(off.track);

  const background = (of: Language) =>
    page
      .locator('label', { hasText: languageOf(of).ownName })
      .evaluate((label) => getComputedStyle(label).backgroundColor);
  const other = language === 'fr' ? 'en' : 'fr';
  expect(await background(language)).not.toBe(await background(other));
}

async function checkDialogs({ page, language }: Visit): Promise<void> {
  const { common, logout, settings, signIn } = translations[language];
  const question = page.getByRole('alertdialog');

  await test.step('the drawer', async () => {
    const drawer = await openDrawer(page, language);
    await page.getByRole('button', { name: common.navigation.aboutUs }).click();
    await expect(page.getByRole('link', { name: common.pillars.job })).toBeVisible();
    await checkOverlay(page, drawer);
  });
  await test.step('the question about logging out', async () => {
    await page.getByRole('button', { name: common.logout.title }).click();
    await checkOverlay(page, question);
    await question.getByRole('button', { name: logout.no, exact: true }).click();
    await expect(question).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('the question about deleting', async () => {
    await clickButton(page, settings.delete.submit);
    await checkState(page);
    await question.getByRole('button', { name: common.close }).click();
    await page.getByLabel(signIn.fields.password, { exact: true }).fill('Correct horse 1');
    await clickButton(page, settings.delete.submit);
    await checkOverlay(page, question);
  });
}
