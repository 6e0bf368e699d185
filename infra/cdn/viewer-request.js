/**
 * The CDN's viewer-request function for everything but `/api/*`. It maps a path to a stored file, before the cache lookup. The
 * cache stores files, so neither cookies nor parameters are part of its key.
 *
 * A public page is stored once for each language: English at its path, the others in their own folders. The language is that
 * of the URL (`?lang=fr`), or that of the cookie, or English.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules. `vite preview` runs this file too.
 */

// Written by scripts/generate, from frontend/src/app/paths.ts and frontend/src/i18n/languages.ts.

/** The prerendered pages. */
const PAGES = [
  '/',
  '/about/courses',
  '/about/consulting',
  '/about/job',
  '/about/networking',
  '/about/psychology',
  '/courses',
  '/faq',
  '/contact',
  '/signup',
  '/login',
  '/privacy',
  '/delete-info',
  '/forgot-password',
];

/** Screens about one user, which only the app renders. */
const SCREENS = [
  '/profile',
  '/settings',
  '/delete',
  '/check-email',
  '/verify-email',
  '/change-email',
  '/revert-email',
];

const LANGUAGES = [
  'en',
  'fr',
  'ar',
];

const DEFAULT_LANGUAGE = 'en';

// The end of what is written.

function handler(event) {
  const request = event.request;
  const path = request.uri.length > 1 ? request.uri.replace(/\/+$/, '') || '/' : request.uri;
  if (SCREENS.includes(path)) {
    request.uri = '/spa.html';
  } else if (PAGES.includes(path)) {
    request.uri = folderFor(request) + (path === '/' ? '/index.html' : `${path}.html`);
  } else if (!isFile(path)) {
    request.uri = folderFor(request) + '/404.html';
  }
  return request;
}

/** Whether a path is a file of the build. Pages have no suffix in their URLs. */
function isFile(path) {
  return /\.(css|ico|js|json|png|svg|txt|webmanifest|woff2|xml)$/.test(path);
}

/** The folder of a language. The default language has none. */
function folderFor(request) {
  const language = known(request.querystring.lang) || known(request.cookies.lang);
  return language && language !== DEFAULT_LANGUAGE ? `/${language}` : '';
}

/** The value of a parameter or cookie, if it is the code of a supported language. */
function known(item) {
  return item && LANGUAGES.includes(item.value) ? item.value : undefined;
}
