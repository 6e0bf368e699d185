/**
 * The CDN's viewer-request function on everything but `/api/*`: leads a path to the file that is stored for it, before the
 * cache is asked. What the cache keeps is a file, not an answer to a person, so neither cookies nor parameters are part of
 * its key.
 *
 * A public page is stored once for each language: English at its path, the others in a folder of their own. The address
 * names the language (`?lang=fr`), else the cookie of who has chosen one, else it is English.
 *
 * Runs in CloudFront's JavaScript runtime 2.0, which has no modules; `vite preview` runs this very file.
 */

/** Rendered when the site is built (`frontend/src/app/prerender/pages.ts`; a test holds the two together). */
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

/** Rendered by the app alone: they are about a person. */
const SCREENS = ['/profile', '/settings', '/delete', '/verify-email'];

/** Besides English. */
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

/** Those of a build. Pages are files too, which nobody asks for by their own names. */
function isFile(path) {
  return /\.(css|ico|js|json|png|svg|txt|webmanifest|woff2|xml)$/.test(path);
}

function folderFor(request) {
  const named = known(request.querystring.lang);
  const chosen = known(request.cookies.lang);
  return FOLDERS[named || chosen] || '';
}

/** A parameter or cookie, when it is the code of a language of ours. */
function known(item) {
  return item && LANGUAGES.includes(item.value) ? item.value : undefined;
}
