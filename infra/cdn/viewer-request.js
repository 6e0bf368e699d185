/**
 * The CDN's viewer-request function for everything but `/api/*`. It maps a path to a stored file, before the cache lookup. The
 * cache stores files, so neither cookies nor parameters are part of its key.
 *
 * A public page is stored once for each language: English at its path, the others in their own folders. The language is that
 * of the URL (`?lang=fr`), or that of the cookie, or English.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, which has no modules. `vite preview` runs this file too.
 */

// Written by scripts/generate, from infra/catalogue/courses, frontend/src/app/screens.ts and frontend/src/i18n/languages.ts.

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
  '/profile',
  '/settings',
  '/delete',
];

/** The courses with a prerendered page, by id. */
const COURSES = [
  'arabic-calligraphy',
  'business-english',
  'business-french',
  'business-plan',
  'clinical-trials',
  'creative-journaling',
  'cv-and-interviews',
  'cybersecurity-fundamentals',
  'data-analysis-python',
  'financial-reporting',
  'freelancing',
  'laboratory-quality',
  'occupational-health-safety',
  'online-store',
  'project-management',
  'public-speaking',
  'research-methods',
  'teaching-methods',
  'team-leadership',
  'ui-design',
];

/** Screens about one user, which only the app renders. */
const SCREENS = [
  '/check-email',
  '/verify-email',
  '/change-email',
  '/revert-email',
  '/stop-reminders',
];

/** Areas of the app, with all paths below these. */
const AREAS = [
  '/join',
  '/my-courses',
  '/staff',
];

const LANGUAGES = [
  'en',
  'fr',
  'ar',
];

const DEFAULT_LANGUAGE = 'en';

// The end of what is written.

/** How the path of a course's page begins. */
const COURSE = '/courses/';

/** Where browsers and password managers look for the page on which users change their password. */
const CHANGE_PASSWORD = '/.well-known/change-password';

function handler(event) {
  const request = event.request;
  const path = request.uri.length > 1 ? request.uri.replace(/\/+$/, '') || '/' : request.uri;
  if (path === CHANGE_PASSWORD) {
    return redirectTo('/settings', {});
  }
  const page = path.replace(/\/{2,}/g, '/').toLowerCase();
  if (page !== path && (PAGES.includes(page) || SCREENS.includes(page) || isCourse(page))) {
    return redirectTo(page, request.querystring);
  }
  if (SCREENS.includes(path) || isInArea(path)) {
    request.uri = '/spa.html';
  } else if (PAGES.includes(path)) {
    request.uri = folderFor(request) + (path === '/' ? '/index.html' : `${path}.html`);
  } else if (isCourse(path)) {
    request.uri = COURSES.includes(path.slice(COURSE.length)) ? `${folderFor(request)}${path}.html` : '/spa.html';
  } else if (!isFile(path)) {
    request.uri = folderFor(request) + '/404.html';
  }
  return request;
}

/** The app knows a page by one path only. Two slashes at the beginning would name another host. */
function redirectTo(path, query) {
  const parameters = Object.keys(query).map((name) => `${name}=${query[name].value}`);
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: {
      location: { value: parameters.length > 0 ? `${path}?${parameters.join('&')}` : path },
      'cache-control': { value: 'no-store' },
    },
  };
}

/** Whether a path is that of an area of the app, or below it. */
function isInArea(path) {
  return AREAS.some((area) => path === area || path.startsWith(`${area}/`));
}

/** Whether a path is that of a course. The API may have other courses than the build. */
function isCourse(path) {
  return path.startsWith(COURSE) && /^[a-z0-9-]{3,60}$/.test(path.slice(COURSE.length));
}

/** Whether a path is a file of the build. Pages have no suffix in their URLs. */
function isFile(path) {
  return /\.(css|ico|js|json|png|svg|txt|webmanifest|woff2|xml)$/.test(path);
}

/** The folder of a language. The default language has none. */
function folderFor(request) {
  const language = known(request.querystring.lang) || known(request.cookies['__Host-lang']);
  return language && language !== DEFAULT_LANGUAGE ? `/${language}` : '';
}

/** The language of a parameter or cookie, if it is supported: the first part of `ar-DZ`. */
function known(item) {
  const language = item && item.value.split('-')[0].toLowerCase();
  return LANGUAGES.includes(language) ? language : undefined;
}
