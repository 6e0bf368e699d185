import { expect } from '../../support/journey.ts';
import { coursePath } from '../../support/publicPaths.ts';
import { translations } from '../../support/translations.ts';
import { leaveUnanswered, waitForCourses, waitForText, type Screen } from './screen.ts';

const COURSES = /\/api\/courses/;

export const publicScreens: Screen[] = [
  {
    name: 'home',
    path: '/',
    // On a phone they are below the picture.
    prepare: async ({ page, isMobile }) => {
      if (!isMobile) {
        await waitForCourses(page);
      }
    },
  },
  ...['courses', 'consulting', 'job', 'networking', 'psychology'].map((pillar) => ({
    name: `about-${pillar}`,
    path: `/about/${pillar}`,
  })),
  { name: 'courses', path: '/courses', prepare: ({ page }) => waitForCourses(page) },
  {
    name: 'courses-loading',
    path: '/courses',
    mockApi: (page) => page.route(COURSES, leaveUnanswered).then(),
  },
  {
    name: 'courses-failed',
    path: '/courses',
    mockApi: (page) => page.route(COURSES, (route) => route.fulfill({ status: 502 })).then(),
    prepare: ({ page, language }) => waitForText(page, translations[language].common.retry),
  },
  {
    name: 'courses-empty',
    path: '/courses',
    mockApi: (page) =>
      page.route(COURSES, (route) => route.fulfill({ json: { success: true, data: [] } })).then(),
    prepare: ({ page, language }) => waitForText(page, translations[language].courses.empty),
  },
  {
    name: 'courses-filters',
    path: '/courses?level=beginner&sort=start',
    prepare: async ({ page, language }) => {
      const { level } = translations[language].courseSearch.labels;
      await expect(page.getByRole('combobox', { name: level })).toHaveValue('beginner');
    },
  },
  {
    name: 'courses-nothing-found',
    path: '/courses?q=zzz&level=beginner',
    prepare: ({ page, language }) => waitForText(page, translations[language].courseSearch.nothing),
  },
  { name: 'course', path: coursePath },
  {
    name: 'course-print',
    path: coursePath,
    prepare: ({ page }) => page.emulateMedia({ media: 'print' }),
  },
  {
    name: 'course-not-found',
    path: '/courses/no-such-course',
    prepare: ({ page, language }) =>
      waitForText(page, translations[language].coursePage.notFound.message),
  },
  {
    name: 'crash',
    path: '/courses',
    mockApi: (page) =>
      page.route(COURSES, (route) => route.fulfill({ json: { success: true, data: {} } })).then(),
    prepare: ({ page, language }) => waitForText(page, translations[language].common.crash.message),
  },
  { name: 'faq', path: '/faq' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/privacy' },
  { name: 'delete-info', path: '/delete-info' },
  { name: 'not-found', path: '/no/such/page' },
  {
    name: 'about-menu',
    path: '/',
    isOverlay: true,
    prepare: async ({ page, language, isMobile }) => {
      const { navigation } = translations[language].common;
      const name = isMobile ? navigation.openMenu : navigation.about;
      await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole(isMobile ? 'dialog' : 'menu')).toBeVisible();
    },
  },
];
