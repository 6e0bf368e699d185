/**
 * The CDN's viewer-request function for everything but `/api/*`. It maps a path to a stored file, before the cache lookup. The
 * cache stores files, so neither cookies nor parameters are part of its key.
 *
 * A public page is stored once for each language: English at its path, the others in their own folders. The language is that
 * of the URL (`?lang=fr`), or that of the cookie, or English.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules. `vite preview` runs this file too.
 */

/** The prerendered pages. A test compares them with `frontend/src/app/prerender/pages.ts`. */
const PAGES = [
  '/',
  '/about/courses',
  '/about/consulting',
  '/about/job',
  '/about/networking',
  '/about/psychology',
  '/courses',
  '/signup',
  '/login',
  '/privacy',
  '/delete-info',
  '/forgot-password',
];

/** Personal screens, which only the app renders. */
const SCREENS = ['/profile', '/settings', '/delete', '/verify-email'];

/** The folders of the languages other than English. */
const FOLDERS = { fr: '/fr', ar: '/ar' };

const LANGUAGES = ['en', 'fr', 'ar'];

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

function folderFor(request) {
  const named = known(request.querystring.lang);
  const chosen = known(request.cookies.lang);
  return FOLDERS[named || chosen] || '';
}

/** The value of a parameter or cookie, if it is the code of a supported language. */
function known(item) {
  return item && LANGUAGES.includes(item.value) ? item.value : undefined;
}
