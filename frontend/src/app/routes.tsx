import type { ComponentType } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import type { ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { isReleaseReplaced } from '#lib/newRelease.ts';
import { loadWithTranslations } from '#ui/lazy/lazyComponent.tsx';
import { coursePath, type ScreenPath } from './paths.ts';
import { CrashScreen } from './screens/CrashScreen.tsx';
import { ScreenError, ScreenLoadError } from './screens/ScreenError.tsx';
import { RequireAccessToken, RequireVisitor } from './shell/guards.tsx';
import { Shell } from './shell/Shell.tsx';

/** The namespaces that a screen needs besides `common`. Forms need `errors` before they are submitted. */
type Namespace =
  | 'about'
  | 'checkEmail'
  | 'contact'
  | 'coursePage'
  | 'courses'
  | 'deleteInfo'
  | 'errors'
  | 'faq'
  | 'home'
  | 'legal'
  | 'profile'
  | 'services'
  | 'settings'
  | 'signIn'
  | 'signup'
  | 'signupSteps'
  | 'unsaved'
  | 'userFields';

interface Route {
  path: ScreenPath | '*';
  /** `signedIn` needs an access token (spec §2); `visitors` redirects signed-in users. */
  access: 'everyone' | 'signedIn' | 'visitors';
  translations: Namespace[];
  load: () => Promise<ComponentType>;
}

/** Every route of spec §2, and the targets of the links in emails. */
const table: Route[] = [
  screen('/', async () => (await import('./screens/loadHome.tsx')).loadHome(), ['home']),
  screen(
    '/courses',
    async () => (await import('#features/courses/CoursesScreen.tsx')).CoursesScreen,
    ['courses'],
  ),
  screen(
    coursePath,
    async () => (await import('#features/courses/page/CourseScreen.tsx')).CourseScreen,
    ['coursePage', 'courses'],
  ),
  screen(
    '/about/courses',
    async () => (await import('./screens/AboutCoursesScreen.tsx')).AboutCoursesScreen,
    ['about', 'courses', 'services'],
  ),
  about('consulting'),
  about('job'),
  about('networking'),
  about('psychology'),
  forVisitors(
    screen(
      '/signup',
      async () => (await import('#features/users/signup/SignupScreen.tsx')).SignupScreen,
      ['errors', 'signup', 'userFields'],
    ),
  ),
  forVisitors(
    screen(
      '/login',
      async () => (await import('#features/users/login/LoginScreen.tsx')).LoginScreen,
      ['errors', 'signIn'],
    ),
  ),
  screen('/faq', async () => (await import('#features/help/FaqScreen.tsx')).FaqScreen, ['faq']),
  screen('/contact', async () => (await import('#features/help/ContactScreen.tsx')).ContactScreen, [
    'contact',
  ]),
  screen(
    '/privacy',
    async () => (await import('#features/legal/PrivacyScreen.tsx')).PrivacyScreen,
    ['legal'],
  ),
  screen(
    '/delete-info',
    async () => (await import('#features/legal/DeleteInfoScreen.tsx')).DeleteInfoScreen,
    ['deleteInfo'],
  ),
  screen(
    '/forgot-password',
    async () =>
      (await import('#features/users/password-reset/ForgotPasswordScreen.tsx'))
        .ForgotPasswordScreen,
    ['errors', 'signIn'],
  ),
  forVisitors(
    screen(
      '/check-email',
      async () =>
        (await import('#features/users/verify-email/verificationScreens.ts')).CheckEmailScreen,
      ['checkEmail', 'errors', 'signIn', 'signupSteps'],
    ),
  ),
  screen(
    '/verify-email',
    async () =>
      (await import('#features/users/verify-email/verificationScreens.ts')).VerifyEmailScreen,
    ['errors', 'signIn'],
  ),
  screen(
    '/change-email',
    async () => (await import('#features/users/change-email/EmailedLink.tsx')).ChangeEmailScreen,
    ['errors', 'settings'],
  ),
  screen(
    '/revert-email',
    async () => (await import('#features/users/change-email/EmailedLink.tsx')).RevertEmailScreen,
    ['errors', 'settings'],
  ),
  forSignedInUsers(
    screen(
      '/profile',
      async () => (await import('#features/users/profile/ProfileScreen.tsx')).ProfileScreen,
      ['errors', 'profile', 'unsaved', 'userFields'],
    ),
  ),
  forSignedInUsers(
    screen(
      '/settings',
      async () => (await import('#features/users/settings/SettingsScreen.tsx')).SettingsScreen,
      ['errors', 'settings', 'signIn'],
    ),
  ),
  forSignedInUsers(
    screen(
      '/delete',
      async () =>
        (await import('#features/users/delete/DeleteAccountScreen.tsx')).DeleteAccountScreen,
      ['errors', 'settings', 'signIn'],
    ),
  ),
  screen('*', async () => (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen),
];

/**
 * The routes, for the data router of the browser or of prerendering. The screens are in the shell, and load before a navigation to them.
 *
 * @param onReady called once the app handles the input of the first screen.
 */
export function routes(onReady?: () => void): RouteObject[] {
  return [
    {
      element: <Shell {...(onReady && { onReady })} />,
      errorElement: <CrashScreen />,
      children: [
        ...routesWith('everyone'),
        { element: <RequireVisitor />, children: routesWith('visitors') },
        { element: <RequireAccessToken />, children: routesWith('signedIn') },
      ],
    },
  ];
}

function routesWith(access: Route['access']): RouteObject[] {
  return table
    .filter((route) => route.access === access)
    .map(({ path, load, translations }) => ({
      path,
      // Paths are case-sensitive, as in the CDN.
      caseSensitive: true,
      lazy: async () => ({ Component: await loadScreen(load, translations) }),
      errorElement: <ScreenError />,
      // While the first screen of a page loads that is not prerendered.
      hydrateFallbackElement: <></>,
    }));
}

async function loadScreen(load: Route['load'], translations: Namespace[]): Promise<ComponentType> {
  try {
    return await loadWithTranslations(load, translations);
  } catch (cause) {
    throw new ScreenLoadError(await isReleaseReplaced(), cause);
  }
}

/** Whether a path is that of a screen for signed-in users only. */
export function requiresSignIn(path: string): boolean {
  return routeOf(path)?.access === 'signedIn';
}

/** Whether a path is that of a screen for signed-in users and visitors. */
export function isForEveryone(path: string): boolean {
  return routeOf(path)?.access === 'everyone';
}

/** The namespaces that the screen of a path needs besides `common`. */
export function translationsOf(path: string): Namespace[] {
  return routeOf(path)?.translations ?? [];
}

/** Loads the code of the screen of a path. */
export async function preloadScreen(path: string): Promise<void> {
  await routeOf(path)?.load();
}

function routeOf(pathname: string): Route | undefined {
  return table.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
}

function screen(path: Route['path'], load: Route['load'], translations: Namespace[] = []): Route {
  return { path, load, translations, access: 'everyone' };
}

function forSignedInUsers(route: Route): Route {
  return { ...route, access: 'signedIn' };
}

function forVisitors(route: Route): Route {
  return { ...route, access: 'visitors' };
}

function about(area: ServiceArea): Route {
  const load = async () => {
    const { AboutScreen } = await import('#features/about/AboutScreen.tsx');
    return function ServiceAreaScreen() {
      return <AboutScreen area={area} />;
    };
  };
  return screen(`/about/${area}`, load, ['about', 'services']);
}
