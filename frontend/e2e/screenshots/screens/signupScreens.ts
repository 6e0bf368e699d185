import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { CV, LARGE_VIDEO, videoFile } from '../../support/files.ts';
import { expect } from '../../support/journey.ts';
import {
  clickButton,
  fillFirstStep,
  signUpAsStudent,
  signupValues,
} from '../../support/signupForm.ts';
import {
  fileInput,
  openCoursesStep,
  openFileStep,
  submitAndAcceptTerms,
} from '../../support/teacherForm.ts';
import { translations } from '../../support/translations.ts';
import { createVerifiedUser } from '../../support/users.ts';
import { leaveUnanswered, waitForText, type Screen, type ScreenContext } from './screen.ts';

export const signupScreens: Screen[] = [
  { name: 'signup', path: '/signup' },
  {
    name: 'signup-errors',
    path: '/signup',
    prepare: async ({ page, language }) => {
      await fillFirstStep(
        page,
        language,
        signupValues({ password: 'Correct', email: 'amina', address: '' }),
      );
      await clickButton(page, translations[language].signup.next);
    },
  },
  {
    name: 'signup-known-password',
    path: '/signup',
    prepare: async ({ page, language }) => {
      await fillFirstStep(
        page,
        language,
        signupValues({ password: 'P@ssw0rd2026', confirmation: 'P@ssw0rd2026' }),
      );
      await waitForText(page, translations[language].errors.password_known);
    },
  },
  {
    name: 'signup-country',
    path: '/signup',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      await page
        .getByRole('button', { name: translations[language].userFields.country })
        .first()
        .click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'signup-occupation',
    path: '/signup',
    prepare: async ({ page, language }) => {
      const { next, occupation } = translations[language].signup;
      await fillFirstStep(page, language, signupValues());
      await clickButton(page, next);
      await page.getByRole('radio', { name: occupation.student }).check();
    },
  },
  {
    name: 'signup-terms',
    path: '/signup',
    isOverlay: true,
    prepare: async ({ page, language }) => {
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
    prepare: async ({ page, language }) => {
      await openCoursesStep(page, language);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('checkbox').nth(2).check();
    },
  },
  { name: 'signup-cv', path: '/signup', prepare: (context) => openFile(context, 'cv') },
  {
    name: 'signup-cv-wrong',
    path: '/signup',
    prepare: async (context) => {
      await openFile(context, 'cv');
      await fileInput(context.page, context.language, 'cv').setInputFiles({
        ...CV,
        name: 'cv.odt',
      });
      await waitForText(context.page, translations[context.language].errors.cv_file_type_wrong);
    },
  },
  { name: 'signup-video', path: '/signup', prepare: (context) => openFile(context, 'video') },
  { name: 'signup-video-chosen', path: '/signup', prepare: chooseVideo },
  {
    name: 'signup-sending',
    path: '/signup',
    mockApi: (page) => page.route(/partNumber=/, leaveUnanswered).then(),
    prepare: async (context) => {
      await chooseVideo(context);
      await submitAndAcceptTerms(context.page, context.language);
      await expect(context.page.getByRole('progressbar').last()).toBeVisible();
    },
  },
  {
    name: 'signup-proof',
    path: '/signup',
    mockApi: async (page) => {
      // A challenge that no device solves before the picture is taken.
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 100_000,
        counter: 1_000_000,
        deriveKey,
        hmacSignatureSecret: 'a secret of the server',
      });
      const refusal = { success: false, code: 'proof_required', message: '…', challenge };
      await page.route(/users\/register/, (route) => route.fulfill({ status: 429, json: refusal }));
    },
    prepare: async ({ page, language }) => {
      await signUpAsStudent(page, language, signupValues());
      await waitForText(page, translations[language].signup.proof.working);
    },
  },
  {
    name: 'signup-exists',
    path: '/signup',
    prepare: async ({ page, language }) => {
      const { email } = await createVerifiedUser();
      await signUpAsStudent(page, language, signupValues({ email }));
      await waitForText(page, translations[language].signup.exists.question);
    },
  },
  {
    name: 'signup-done',
    path: '/signup',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      await signUpAsStudent(page, language, signupValues({ email: 'amina@example.org' }));
      await expect(page).toHaveURL('/');
      await expect(page.getByText('amina@example.org')).toBeVisible();
    },
    mockApi: (page) =>
      page
        .route(/users\/register/, (route) => route.fulfill({ json: { success: true, data: {} } }))
        .then(),
  },
];

async function openFile({ page, language }: ScreenContext, kind: 'cv' | 'video'): Promise<void> {
  await openCoursesStep(page, language);
  await openFileStep(page, language, kind);
  await expect(fileInput(page, language, kind)).toBeAttached();
}

async function chooseVideo(context: ScreenContext): Promise<void> {
  await openFile(context, 'video');
  const video = fileInput(context.page, context.language, 'video');
  await video.setInputFiles(await videoFile(LARGE_VIDEO));
  await waitForText(
    context.page,
    translations[context.language].upload.video_selected_successfully,
  );
}
