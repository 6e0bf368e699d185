import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { serviceAreas } from '#entities/service-area/serviceAreas.ts';

/**
 * Every screen: those of spec §2, and the targets of the links in emails. Routes, prerendered pages, the CDN's paths (`scripts/generate`
 * writes them: run it after a change here), and `npm run bundle-size` come from this list. Scripts import it without a build.
 */

/** A key of a translation, with its namespace. */
export type TextKey = Extract<ParseKeys<FlatNamespace[]>, `${string}:${string}`>;

export interface Screen {
  /** A path of React Router. One that ends with `/*` is that of an area with screens of its own, which only the app renders. */
  path: string;
  /** `signedIn` needs an access token (spec §2); `visitors` redirects signed-in users. */
  access: 'everyone' | 'signedIn' | 'visitors';
  load: () => Promise<ComponentType>;
  /** The namespaces that the screen needs besides `common`. Forms need `errors` before they are submitted. */
  translations: FlatNamespace[];
  /** The title of a page that is prerendered in each language, for search results. Only the app renders a screen without one. */
  title?: TextKey;
  description?: TextKey;
  /** Search engines do not list the page. */
  isHidden?: boolean;
  /**
   * Users are not asked for their consent here: the texts themselves, help, targets of links in emails, and screens on which users secure
   * their account, export their data, or delete the account.
   */
  isQuiet?: boolean;
}

export const HOME: Screen = {
  path: '/',
  access: 'everyone',
  load: async () => (await import('#app/screens/loadHome.tsx')).loadHome(),
  translations: ['home'],
  title: 'common:tagline',
  description: 'home:intro',
};

/** The page of a course. The pages of courses in the catalogue's files are prerendered, with their own texts; the app renders any other. */
export const COURSE: Screen = {
  path: '/courses/:id',
  access: 'everyone',
  load: async () => (await import('#features/courses/page/CourseScreen.tsx')).CourseScreen,
  translations: ['coursePage', 'courses'],
};

export const NOT_FOUND: Screen = {
  path: '*',
  access: 'everyone',
  load: async () => (await import('#app/screens/NotFoundScreen.tsx')).NotFoundScreen,
  translations: [],
  title: 'common:notFound.title',
  description: 'common:notFound.message',
  isHidden: true,
};

export const screens: Screen[] = [
  HOME,
  ...serviceAreas.map((area): Screen => ({
    path: `/about/${area}`,
    access: 'everyone',
    title: `common:pillars.${area}`,
    description: `about:pillars.${area}.intro`,
    ...(area === 'courses'
      ? {
          load: async () =>
            (await import('#app/screens/AboutCoursesScreen.tsx')).AboutCoursesScreen,
          translations: ['about', 'courses', 'services'],
        }
      : {
          load: async () => (await import('#features/about/AboutScreen.tsx')).ServiceAreaScreen,
          translations: ['about', 'services'],
        }),
  })),
  {
    path: '/courses',
    access: 'everyone',
    load: async () => (await import('#features/courses/CoursesScreen.tsx')).CoursesScreen,
    translations: ['courses'],
    title: 'courses:title',
    description: 'courses:intro',
  },
  COURSE,
  {
    path: '/faq',
    isQuiet: true,
    access: 'everyone',
    load: async () => (await import('#features/help/FaqScreen.tsx')).FaqScreen,
    translations: ['faq'],
    title: 'faq:title',
    description: 'faq:intro',
  },
  {
    path: '/contact',
    isQuiet: true,
    access: 'everyone',
    load: async () => (await import('#features/help/ContactScreen.tsx')).ContactScreen,
    translations: ['contact'],
    title: 'common:pages.contact',
    description: 'contact:intro',
  },
  {
    path: '/signup',
    access: 'visitors',
    load: async () => (await import('#features/users/signup/SignupScreen.tsx')).SignupScreen,
    translations: ['errors', 'signup', 'userFields'],
    title: 'common:pages.signup',
    description: 'signup:intro',
  },
  {
    path: '/login',
    access: 'visitors',
    load: async () => (await import('#features/users/login/LoginScreen.tsx')).LoginScreen,
    translations: ['errors', 'signIn'],
    title: 'common:pages.login',
    description: 'signIn:login.intro',
  },
  {
    path: '/privacy',
    isQuiet: true,
    access: 'everyone',
    load: async () => (await import('#features/legal/PrivacyScreen.tsx')).PrivacyScreen,
    translations: ['legal'],
    title: 'common:pages.privacy',
    description: 'legal:parts.privacy.intro',
  },
  {
    path: '/delete-info',
    isQuiet: true,
    access: 'everyone',
    load: async () => (await import('#features/legal/DeleteInfoScreen.tsx')).DeleteInfoScreen,
    translations: ['deleteInfo'],
    title: 'common:pages.deleteInfo',
    description: 'deleteInfo:intro',
  },
  {
    path: '/forgot-password',
    isQuiet: true,
    access: 'everyone',
    load: async () =>
      (await import('#features/users/password-reset/ForgotPasswordScreen.tsx'))
        .ForgotPasswordScreen,
    translations: ['errors', 'passwordReset', 'signIn'],
    title: 'common:pages.forgotPassword',
    description: 'passwordReset:forgot.intro',
    isHidden: true,
  },
  {
    path: '/check-email',
    isQuiet: true,
    access: 'visitors',
    load: async () =>
      (await import('#features/users/verify-email/VerifyEmailScreen.tsx')).CheckEmailScreen,
    translations: ['checkEmail', 'errors', 'signIn', 'signupSteps', 'verifyEmail'],
  },
  {
    path: '/verify-email',
    isQuiet: true,
    access: 'everyone',
    load: async () =>
      (await import('#features/users/verify-email/VerifyEmailScreen.tsx')).VerifyEmailScreen,
    translations: ['errors', 'signIn', 'verifyEmail'],
  },
  {
    path: '/change-email',
    isQuiet: true,
    access: 'everyone',
    load: async () =>
      (await import('#features/users/change-email/EmailedLink.tsx')).ChangeEmailScreen,
    translations: ['errors', 'settings'],
  },
  {
    path: '/revert-email',
    isQuiet: true,
    access: 'everyone',
    load: async () =>
      (await import('#features/users/change-email/EmailedLink.tsx')).RevertEmailScreen,
    translations: ['errors', 'settings'],
  },
  {
    path: '/stop-reminders',
    isQuiet: true,
    access: 'everyone',
    load: async () =>
      (await import('#features/users/change-email/EmailedLink.tsx')).StopRemindersScreen,
    translations: ['errors', 'settings'],
  },
  {
    path: '/join/*',
    access: 'signedIn',
    load: async () => (await import('#features/courses/join/JoinScreen.tsx')).JoinScreen,
    translations: ['errors', 'myPlace'],
  },
  {
    path: '/my-courses/*',
    access: 'signedIn',
    load: async () => (await import('#features/my-courses/MyCoursesScreen.tsx')).MyCoursesScreen,
    translations: ['myCourses', 'myPlace'],
  },
  {
    path: '/staff/*',
    isQuiet: true,
    access: 'signedIn',
    load: async () => (await import('#features/staff/StaffScreen.tsx')).StaffScreen,
    translations: ['errors', 'staff', 'staffErrors'],
  },
  {
    path: '/profile',
    access: 'signedIn',
    load: async () => (await import('#features/users/profile/ProfileScreen.tsx')).ProfileScreen,
    translations: ['errors', 'profile', 'unsaved', 'userFields'],
    title: 'common:pages.profile',
  },
  {
    path: '/settings',
    isQuiet: true,
    access: 'signedIn',
    load: async () => (await import('#features/users/settings/SettingsScreen.tsx')).SettingsScreen,
    translations: ['errors', 'settings', 'signIn'],
    title: 'common:pages.settings',
  },
  {
    path: '/delete',
    isQuiet: true,
    access: 'signedIn',
    load: async () =>
      (await import('#features/users/delete/DeleteAccountScreen.tsx')).DeleteAccountScreen,
    translations: ['errors', 'settings', 'signIn'],
    title: 'settings:delete.title',
  },
  NOT_FOUND,
];
