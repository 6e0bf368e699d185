import type { Page } from '@playwright/test';
import { CV, photoFile, videoFile } from '../support/files.ts';
import { expect } from '../support/journey.ts';
import { linkIn, nextEmailTo } from '../support/emails.ts';
import { registerUser, createVerifiedUser } from '../support/users.ts';
import {
  signupValues,
  fillFirstStep,
  clickButton,
  signUpAsStudent,
} from '../support/signupForm.ts';
import {
  openCoursesStep,
  fileInput,
  openFileStep,
  submitAndAcceptTerms,
} from '../support/teacherForm.ts';
import { translations, type Language } from '../support/translations.ts';

interface Scene {
  page: Page;
  language: Language;
  isMobile: boolean;
}

/** A screen in one of its states. */
export interface Screen {
  name: string;
  path: string | (() => Promise<string>);
  /** Who looks at it: a visitor, unless it is said. */
  as?: 'student' | 'teacher';
  /** What the server does differently than usual. */
  arrange?: (page: Page) => Promise<void>;
  /** What has to be done on the opened page. */
  act?: (scene: Scene) => Promise<void>;
  /** A layer above the page: what is seen is the picture, and not the whole length of the page. */
  isLayer?: true;
}

const hang = () => new Promise<never>(() => undefined);
const courses = /\/api\/courses/;

const pages: Screen[] = [
  { name: 'home', path: '/' },
  ...['courses', 'consulting', 'job', 'networking', 'psychology'].map((pillar) => ({
    name: `about-${pillar}`,
    path: `/about/${pillar}`,
  })),
  { name: 'courses', path: '/courses', act: ({ page }) => seeCourses(page) },
  {
    name: 'courses-loading',
    path: '/courses',
    arrange: (page) => page.route(courses, hang).then(),
  },
  {
    name: 'courses-failed',
    path: '/courses',
    arrange: (page) => page.route(courses, (route) => route.fulfill({ status: 502 })).then(),
    act: ({ page, language }) => see(page, translations[language].common.retry),
  },
  {
    name: 'courses-empty',
    path: '/courses',
    arrange: (page) =>
      page.route(courses, (route) => route.fulfill({ json: { success: true, data: [] } })).then(),
    act: ({ page, language }) => see(page, translations[language].courses.empty),
  },
  {
    name: 'crash',
    path: '/courses',
    arrange: (page) =>
      page.route(courses, (route) => route.fulfill({ json: { success: true, data: {} } })).then(),
    act: ({ page, language }) => see(page, translations[language].common.crash.message),
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'delete-info', path: '/delete-info' },
  { name: 'not-found', path: '/no/such/page' },
  {
    name: 'about-menu',
    path: '/',
    isLayer: true,
    act: async ({ page, language, isMobile }) => {
      const { navigation } = translations[language].common;
      const name = isMobile ? navigation.openMenu : navigation.about;
      await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
    },
  },
];

const account: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-faults',
    path: '/login',
    act: ({ page, language }) => clickButton(page, translations[language].account.login.submit),
  },
  {
    name: 'login-refused',
    path: '/login',
    act: async ({ page, language }) => {
      const { fields, login } = translations[language].account;
      await page.getByLabel(fields.email).fill('amina@example.org');
      await page.getByLabel(fields.password, { exact: true }).fill('Incorrect horse 1');
      await clickButton(page, login.submit);
      await see(page, translations[language].errors.incorrect_credentials);
    },
  },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-code', path: '/forgot-password', arrange: takeEveryCode, act: askCode },
  {
    name: 'forgot-password-new',
    path: '/forgot-password',
    arrange: takeEveryCode,
    act: async (scene) => {
      await askCode(scene);
      await scene.page.keyboard.type('123456');
      await scene.page.keyboard.press('Enter');
      await seeTitle(scene.page, translations[scene.language].account.newPassword.title);
    },
  },
  {
    name: 'verify-email',
    path: async () => linkIn(await nextEmailTo((await registerUser()).email)),
    act: ({ page, language }) => see(page, translations[language].account.verify.done),
  },
  {
    name: 'verify-email-failed',
    path: '/verify-email?token=wrong',
    act: ({ page, language }) => see(page, translations[language].account.verify.whatToDo),
  },
];

const signup: Screen[] = [
  { name: 'signup', path: '/signup' },
  {
    name: 'signup-faults',
    path: '/signup',
    act: async ({ page, language }) => {
      await fillFirstStep(
        page,
        language,
        signupValues({ password: 'Correct', email: 'amina', address: '' }),
      );
      await clickButton(page, translations[language].signup.next);
    },
  },
  {
    name: 'signup-country',
    path: '/signup',
    isLayer: true,
    act: async ({ page, language }) => {
      await page
        .getByRole('button', { name: translations[language].person.country })
        .first()
        .click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'signup-occupation',
    path: '/signup',
    act: async ({ page, language }) => {
      const { next, occupation } = translations[language].signup;
      await fillFirstStep(page, language, signupValues());
      await clickButton(page, next);
      await page.getByRole('radio', { name: occupation.student }).check();
    },
  },
  {
    name: 'signup-terms',
    path: '/signup',
    isLayer: true,
    act: async ({ page, language }) => {
      const { next, occupation, submit: send } = translations[language].signup;
      await fillFirstStep(page, language, signupValues());
      await clickButton(page, next);
      await page.getByRole('radio', { name: occupation.student }).check();
      await clickButton(page, send);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'signup-courses',
    path: '/signup',
    act: async ({ page, language }) => {
      await openCoursesStep(page, language);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('checkbox').nth(2).check();
    },
  },
  { name: 'signup-cv', path: '/signup', act: (scene) => beginFile(scene, 'cv') },
  {
    name: 'signup-cv-wrong',
    path: '/signup',
    act: async (scene) => {
      await beginFile(scene, 'cv');
      await fileInput(scene.page, scene.language, 'cv').setInputFiles({ ...CV, name: 'cv.odt' });
      await see(scene.page, translations[scene.language].errors.cv_file_type_wrong);
    },
  },
  { name: 'signup-video', path: '/signup', act: (scene) => beginFile(scene, 'video') },
  { name: 'signup-video-chosen', path: '/signup', act: chooseVideo },
  {
    name: 'signup-sending',
    path: '/signup',
    arrange: (page) => page.route(/partNumber=/, hang).then(),
    act: async (scene) => {
      await chooseVideo(scene);
      await submitAndAcceptTerms(scene.page, scene.language);
      await expect(scene.page.getByRole('progressbar').last()).toBeVisible();
    },
  },
  {
    name: 'signup-exists',
    path: '/signup',
    act: async ({ page, language }) => {
      const { email } = await createVerifiedUser();
      await signUpAsStudent(page, language, signupValues({ email }));
      await see(page, translations[language].signup.exists.question);
    },
  },
  {
    name: 'signup-done',
    path: '/signup',
    isLayer: true,
    act: async ({ page, language }) => {
      await signUpAsStudent(page, language, signupValues({ email: 'amina@example.org' }));
      await expect(page).toHaveURL('/');
      await expect(page.getByText('amina@example.org')).toBeVisible();
    },
    arrange: (page) =>
      page
        .route(/users\/register/, (route) => route.fulfill({ json: { success: true, data: {} } }))
        .then(),
  },
];

const members: Screen[] = [
  { name: 'member-home', path: '/', as: 'student' },
  { name: 'member-courses', path: '/courses', as: 'student', act: ({ page }) => seeCourses(page) },
  { name: 'settings', path: '/settings', as: 'student' },
  { name: 'delete', path: '/delete', as: 'student' },
  {
    name: 'delete-question',
    path: '/delete',
    as: 'student',
    isLayer: true,
    act: async ({ page, language }) => {
      const { delete: text, fields } = translations[language].account;
      await page.getByLabel(fields.password, { exact: true }).fill('Correct horse 1');
      await clickButton(page, text.submit);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'member-menu',
    path: '/',
    as: 'teacher',
    isLayer: true,
    act: async ({ page, language }) => {
      const { navigation, pillars } = translations[language].common;
      await page.getByRole('button', { name: navigation.openMenu }).click();
      await page.getByRole('button', { name: navigation.aboutUs }).click();
      await expect(page.getByRole('link', { name: pillars.psychology })).toBeVisible();
    },
  },
  {
    name: 'logout',
    path: '/settings',
    as: 'student',
    isLayer: true,
    act: async ({ page, language }) => {
      const { navigation, logout } = translations[language].common;
      await page.getByRole('button', { name: navigation.openMenu }).click();
      await page.getByRole('button', { name: logout.title }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'account-loading',
    path: '/',
    as: 'student',
    act: async ({ page, language }) => {
      await page.route(/users\/me/, hang);
      await page.goto('/settings');
      await expect(page.getByText(translations[language].common.session.loading)).toBeAttached();
    },
  },
  {
    name: 'account-failed',
    path: '/',
    as: 'student',
    act: async ({ page, language }) => {
      await page.route(/users\/me/, (route) => route.fulfill({ status: 502 }));
      await page.goto('/settings');
      await see(page, translations[language].common.session.failed);
    },
  },
];

const profile: Screen[] = [
  { name: 'profile-student', path: '/profile', as: 'student', act: seeProfile },
  { name: 'profile-teacher', path: '/profile', as: 'teacher', act: ({ page }) => seeChoice(page) },
  {
    name: 'profile-faults',
    path: '/profile',
    as: 'student',
    act: async (scene) => {
      await seeProfile(scene);
      const { person, profile: text } = translations[scene.language];
      await scene.page.getByLabel(person.fullname).fill('');
      await scene.page.getByLabel(person.birthdate).fill('');
      await clickButton(scene.page, text.save);
    },
  },
  {
    name: 'profile-unsaved',
    path: '/profile',
    as: 'student',
    isLayer: true,
    act: async (scene) => {
      await seeProfile(scene);
      const { common, person } = translations[scene.language];
      await scene.page.getByLabel(person.fullname).fill('Amina');
      await scene.page.getByRole('button', { name: common.navigation.back }).click();
      await expect(scene.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'profile-photo',
    path: '/profile',
    as: 'student',
    isLayer: true,
    act: openPhoto,
  },
  {
    name: 'profile-photo-cut',
    path: '/profile',
    as: 'student',
    isLayer: true,
    act: async (scene) => {
      await openPhoto(scene);
      await fileInput(scene.page, scene.language, 'photo').setInputFiles(await photoFile());
      await expect(scene.page.getByRole('slider').last()).toBeVisible();
    },
  },
  {
    name: 'profile-cv-replace',
    path: '/profile',
    as: 'teacher',
    isLayer: true,
    act: async ({ page, language }) => {
      const { cv } = translations[language].profileFiles;
      await page.getByRole('button', { name: cv.replace }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'profile-cv-upload',
    path: '/profile',
    as: 'teacher',
    act: async ({ page, language }) => {
      const { cv } = translations[language].profileFiles;
      await page.getByRole('button', { name: cv.replace }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: cv.choose }).click();
      await expect(fileInput(page, language, 'cv')).toBeAttached();
    },
  },
  {
    name: 'profile-video',
    path: '/profile',
    as: 'teacher',
    isLayer: true,
    act: async ({ page, language }) => {
      await page
        .getByRole('button', { name: translations[language].profileFiles.video.watch })
        .click();
      await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
    },
  },
];

export const screens: Screen[] = [...pages, ...account, ...signup, ...members, ...profile];

async function see(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

async function seeTitle(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}

async function seeCourses(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function seeChoice(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox').first()).toBeVisible();
}

async function seeProfile({ page, language }: Scene): Promise<void> {
  await expect(page.getByLabel(translations[language].person.fullname)).toBeVisible();
}

async function takeEveryCode(page: Page): Promise<void> {
  await page.route(/\/users\/(request-reset|verify-reset-code)/, (route) =>
    route.fulfill({ json: { success: true, message: 'Masar' } }),
  );
}

async function askCode({ page, language }: Scene): Promise<void> {
  const { code, fields, forgot } = translations[language].account;
  await page.getByLabel(fields.email).fill('amina@example.org');
  await clickButton(page, forgot.submit);
  await seeTitle(page, code.title);
}

async function beginFile({ page, language }: Scene, kind: 'cv' | 'video'): Promise<void> {
  await openCoursesStep(page, language);
  await openFileStep(page, language, kind);
  await expect(fileInput(page, language, kind)).toBeAttached();
}

async function chooseVideo(scene: Scene): Promise<void> {
  await beginFile(scene, 'video');
  const video = fileInput(scene.page, scene.language, 'video');
  await video.setInputFiles(await videoFile({ seconds: 20, rate: '7M' }));
  await see(scene.page, translations[scene.language].upload.video_selected_successfully);
}

async function openPhoto(scene: Scene): Promise<void> {
  await seeProfile(scene);
  const { changePhoto } = translations[scene.language].profile;
  await scene.page.getByRole('button', { name: changePhoto }).click();
  await expect(fileInput(scene.page, scene.language, 'photo')).toBeAttached();
}
