import type { Page } from '@playwright/test';
import { linkIn, nextEmailTo } from '../../support/emails.ts';
import { logIn } from '../../support/session.ts';
import { clickButton } from '../../support/signupForm.ts';
import { translations } from '../../support/translations.ts';
import { registerUser } from '../../support/users.ts';
import { waitForText, waitForTitle, type Screen, type ScreenContext } from './screen.ts';

export const accountScreens: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-errors',
    path: '/login',
    prepare: ({ page, language }) => clickButton(page, translations[language].signIn.login.submit),
  },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async ({ page, language }) => {
      await logIn(page, language, { email: 'amina@example.org', password: 'Incorrect horse 1' });
      await waitForText(page, translations[language].errors.incorrect_credentials);
    },
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-code',
    path: '/forgot-password',
    mockApi: mockPasswordReset,
    prepare: requestCode,
  },
  {
    name: 'forgot-password-new',
    path: '/forgot-password',
    mockApi: mockPasswordReset,
    prepare: async (context) => {
      await requestCode(context);
      await context.page.keyboard.type('123456');
      await context.page.keyboard.press('Enter');
      await waitForTitle(
        context.page,
        translations[context.language].passwordReset.newPassword.title,
      );
    },
  },
  {
    name: 'check-email',
    path: '/check-email',
    prepare: signUpInThisTab,
  },
  {
    name: 'check-email-correct',
    path: '/check-email',
    prepare: async (context) => {
      const { checkEmail } = translations[context.language];
      await signUpInThisTab(context);
      await clickButton(context.page, checkEmail.mistyped);
      await clickButton(context.page, checkEmail.correct);
      await waitForText(context.page, translations[context.language].errors.signup_not_found);
    },
  },
  {
    name: 'check-email-unknown',
    path: '/check-email',
  },
  {
    name: 'verify-email',
    path: async () => linkIn(await nextEmailTo((await registerUser()).email)),
    prepare: ({ page, language }) => waitForText(page, translations[language].verifyEmail.question),
  },
  {
    name: 'verify-email-reject',
    path: async () => linkIn(await nextEmailTo((await registerUser()).email)),
    prepare: async ({ page, language }) => {
      const { verifyEmail } = translations[language];
      await clickButton(page, verifyEmail.reject);
      await waitForText(page, verifyEmail.rejectQuestion);
    },
  },
  {
    name: 'verify-email-rejected',
    path: async () => linkIn(await nextEmailTo((await registerUser()).email)),
    prepare: async ({ page, language }) => {
      const { verifyEmail } = translations[language];
      await clickButton(page, verifyEmail.reject);
      await clickButton(page, verifyEmail.rejectConfirm);
      await waitForText(page, verifyEmail.rejected);
    },
  },
  {
    name: 'verify-email-done',
    path: async () => linkIn(await nextEmailTo((await registerUser()).email)),
    prepare: async ({ page, language }) => {
      const { verifyEmail } = translations[language];
      await clickButton(page, verifyEmail.confirm);
      await waitForText(page, verifyEmail.done);
    },
  },
  {
    name: 'verify-email-failed',
    path: '/verify-email?token=wrong',
    prepare: ({ page, language }) => waitForText(page, translations[language].verifyEmail.whatToDo),
  },
];

async function mockPasswordReset(page: Page): Promise<void> {
  await page.route(/\/users\/(request-reset|verify-reset-code)/, (route) =>
    route.fulfill({ json: { success: true, message: 'Masar' } }),
  );
}

async function requestCode({ page, language }: ScreenContext): Promise<void> {
  const { fields } = translations[language].signIn;
  const { code, forgot } = translations[language].passwordReset;
  await page.getByLabel(fields.email).fill('amina@example.org');
  await clickButton(page, forgot.submit);
  await waitForTitle(page, code.title);
}

/** As if the tab had signed a user up some time ago. */
async function signUpInThisTab({ page, language }: ScreenContext) {
  await page.evaluate(() => {
    const signup = { email: 'amina.benali@example.org', mayResendAt: 0 };
    sessionStorage.setItem('pendingSignup', JSON.stringify(signup));
  });
  await page.reload();
  await waitForText(page, translations[language].checkEmail.open);
}
