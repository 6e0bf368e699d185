import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { coursePath, type ScreenPath } from './paths.ts';
import { LoadFailedScreen } from './screens/LoadFailedScreen.tsx';

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

/** The routes, each with its lazily loaded screen. */
export const routes = table.map(({ load, translations, ...route }) => ({
  ...route,
  Screen: lazyComponent(load, {
    translations,
    Failed: LoadFailedScreen,
    focusAfterRetry: 'main h1',
    isScreen: true,
    reloadsForNewRelease: true,
  }),
}));

/** Whether a path is that of a screen for signed-in users only. */
export function requiresSignIn(path: string): boolean {
  return routeOf(path)?.access === 'signedIn';
}

/** Whether a path is that of a screen for signed-in users and visitors. */
export function isForEveryone(path: string): boolean {
  return routeOf(path)?.access === 'everyone';
}

interface PreloadedRoute {
  /** The namespaces that the screen needs. */
  translations: Namespace[];
  /** Resolves when the code of the screen is loaded, with true, or could not be, with false. */
  loaded: Promise<boolean>;
}

/** Starts to load the screen of a path, in parallel with translations. */
export function preloadRoute(path: string): PreloadedRoute {
  const route = routeOf(path);
  return {
    translations: route?.translations ?? [],
    // Rendering the screen handles the failure.
    loaded: Promise.resolve(route?.load()).then(Boolean, () => false),
  };
}

/** Paths are case-sensitive, as in the CDN. */
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
