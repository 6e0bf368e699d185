import i18next from 'i18next';
import { courseSharePicture } from '#entities/course/facts.ts';
import { courseKey, coursesKey } from '#entities/course/api.ts';
import { listCatalogue, type TranslatedCourse } from '#entities/course/catalogue.ts';
import { PORTION } from '#features/courses/components/CourseGroups.tsx';
import { type Language, languages } from '#i18n/languages.ts';
import { frameScreens, pageScreens } from '../screenLists.ts';
import { COURSE, NOT_FOUND, type Screen, type TextKey } from '../screens.ts';
import {
  contactPage,
  coursesPage,
  coursePage,
  faqPage,
  type StructuredData,
} from './structuredData.ts';
import { pageUrl } from './pageUrl.ts';

/** A page that is rendered when the site is built, once for each language. */
export interface Page {
  path: string;
  screen: Screen;
  /** The title in search results, in the language that i18next has. */
  title: (language: Language) => string;
  description: (language: Language) => string;
  structuredData?: StructuredData;
  /** The path of the picture that is shown with a link to the page, if it has one of its own. */
  picture?: string;
  /** What the page shows besides translations, by the key of its query. */
  data?: (language: Language) => { key: readonly string[]; data: unknown };
  /** Search engines do not list the page. */
  isHidden?: boolean;
  /** The page is only the frame of a screen for signed-in users, which the app renders. */
  isFrame?: boolean;
}

/** Where the not-found page is stored. Nothing links to it. */
const NOT_FOUND_PATH = '/404';

/** The namespaces of pages and frames, besides `common`. */
export const pageNamespaces = [
  ...new Set([COURSE, ...pageScreens, ...frameScreens].flatMap(({ translations }) => translations)),
];

/** Every public page, with those of the courses of the catalogue's files. */
export function publicPages(courses: TranslatedCourse[]): Page[] {
  const more: Record<string, Partial<Page>> = {
    '/courses': {
      structuredData: coursesPage(courses),
      // A longer list is shown in portions, which needs code that no page is rendered with.
      ...(courses.length <= PORTION && {
        data: ({ code }) => ({ key: coursesKey(code), data: listCatalogue(courses, code) }),
      }),
    },
    '/faq': { structuredData: faqPage },
    '/contact': { structuredData: contactPage },
  };
  return [
    ...pageScreens.map((screen) => ({ ...pageOf(screen, screen.path), ...more[screen.path] })),
    ...courses.map(pageOfCourse),
    pageOf(NOT_FOUND, NOT_FOUND_PATH),
  ];
}

/** The frames of the screens for signed-in users. */
export const framePages: Page[] = frameScreens.map((screen) => ({
  ...pageOf({ description: 'common:tagline', ...screen }, screen.path),
  isFrame: true,
  isHidden: true,
}));

function pageOf(screen: Screen, path: string): Page {
  const { title, description, isHidden = false } = screen;
  return { path, screen, title: () => text(title), description: () => text(description), isHidden };
}

function text(key: TextKey | undefined): string {
  return key ? i18next.t(key, { brand: i18next.t('common:brand') }) : '';
}

function pageOfCourse(course: TranslatedCourse): Page {
  const { _id: id, artwork } = course.en;
  return {
    path: `/courses/${id}`,
    screen: COURSE,
    title: ({ code }) => course[code].name,
    description: ({ code }) => course[code].description,
    structuredData: coursePage(course),
    ...(artwork && { picture: courseSharePicture(artwork) }),
    data: ({ code }) => ({ key: courseKey(id, code), data: course[code] }),
  };
}

/** The sitemap of every indexable page, in each language (sitemaps.org). */
export function sitemap(site: string, pages: Page[]): string {
  const entries = pages
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ path }) =>
      languages.map((language) => entry(site, path, pageUrl(site, path, language))),
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

function entry(site: string, path: string, url: string): string {
  const alternates = languages.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language.code}" href="${pageUrl(site, path, language)}"/>`,
  );
  return `<url><loc>${url}</loc>${alternates.join('')}</url>`;
}

/**
 * robots.txt: what crawlers may read, and the sitemap's URL. The courses screen requests the list of courses
 * when the site has not published it, so it is allowed.
 */
export function robots(site: string): string {
  return `User-agent: *
Allow: /api/courses
Disallow: /api/

Sitemap: ${site}/sitemap.xml
`;
}
