import { mockMyCourses } from '../myCourses.ts';
import { waitForContent } from '../../support/pageReady.ts';
import { expect } from '../../support/journey.ts';
import { coursePath } from '../../support/publicPaths.ts';
import { clickButton } from '../../support/signupForm.ts';
import { translations } from '../../support/translations.ts';
import { createUserWithoutConsent, signInAgain } from '../../support/users.ts';
import {
  leaveUnanswered,
  scrollToTop,
  waitForCourses,
  waitForText,
  type Screen,
  type ScreenContext,
} from './screen.ts';

export const signedInScreens: Screen[] = [
  {
    name: 'signed-in-home',
    path: '/',
    as: 'student',
    mockApi: mockMyCourses,
    prepare: ({ page }) => waitForContent(page),
  },
  {
    name: 'signed-in-home-new-user',
    path: '/',
    as: 'teacher',
    prepare: ({ page }) => waitForContent(page),
  },
  {
    name: 'consent',
    path: '/',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      const { token } = await signInAgain(await createUserWithoutConsent());
      await page.evaluate((stored) => {
        localStorage.setItem('token', stored);
      }, token);
      await page.reload();
      await expect(
        page.getByRole('dialog', { name: translations[language].consent.first }),
      ).toBeVisible();
    },
  },
  {
    name: 'signed-in-courses',
    path: '/courses',
    as: 'student',
    prepare: ({ page }) => waitForCourses(page),
  },
  {
    name: 'signed-in-course',
    path: coursePath,
    as: 'student',
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].placeRequest.question),
  },
  {
    name: 'place-request',
    path: coursePath,
    as: 'student',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      const { question } = translations[language].placeRequest;
      await waitForText(page, question);
      await scrollToTop(page.getByRole('region').filter({ has: page.getByText(question) }));
    },
  },
  {
    name: 'my-courses',
    path: '/my-courses',
    as: 'student',
    mockApi: mockMyCourses,
    prepare: ({ page }) => waitForContent(page),
  },
  {
    name: 'my-place-reserved',
    path: '/my-courses',
    as: 'student',
    mockApi: mockMyCourses,
    prepare: (context) => openPlace(context, 'offered'),
  },
  {
    name: 'my-place-confirmed',
    path: '/my-courses',
    as: 'student',
    mockApi: mockMyCourses,
    prepare: (context) => openPlace(context, 'confirmed'),
  },
  {
    name: 'my-place-cancel',
    path: '/my-courses',
    as: 'student',
    isOverlay: true,
    mockApi: mockMyCourses,
    prepare: async (context) => {
      const { page, language } = context;
      await openPlace(context, 'confirmed');
      await clickButton(page, translations[language].myPlace.cancel.action);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'delete', path: '/delete', as: 'student' },
  {
    name: 'delete-question',
    path: '/delete',
    as: 'student',
    isOverlay: true,
    prepare: async ({ page, language }) => {
      const { delete: text } = translations[language].settings;
      const { fields } = translations[language].signIn;
      await page.getByLabel(fields.password, { exact: true }).fill('Correct horse 1');
      await clickButton(page, text.submit);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'signed-in-menu',
    path: '/',
    as: 'teacher',
    isOverlay: true,
    prepare: async ({ page, language }) => {
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
    isOverlay: true,
    prepare: async ({ page, language }) => {
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
    prepare: async ({ page, language }) => {
      await page.route(/users\/me/, leaveUnanswered);
      await page.goto('/settings');
      await expect(page.getByText(translations[language].common.session.loading)).toBeAttached();
    },
  },
  {
    name: 'account-failed',
    path: '/',
    as: 'student',
    prepare: async ({ page, language }) => {
      await page.route(/users\/me/, (route) => route.fulfill({ status: 502 }));
      await page.goto('/settings');
      await waitForText(page, translations[language].common.session.failed);
    },
  },
];

/** Opens the page of the place in that state, from the list. */
async function openPlace(
  { page, language }: ScreenContext,
  state: 'offered' | 'confirmed',
): Promise<void> {
  const { states } = translations[language].myCourses;
  const item = page.getByRole('listitem').filter({ hasText: states[state] });
  await item.getByRole('link').first().click();
  await expect(page.locator('[aria-current=step]')).toBeVisible();
  await waitForContent(page);
}
