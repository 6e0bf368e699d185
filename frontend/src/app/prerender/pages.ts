import { courseSharePicture } from '#entities/course/artwork.ts';
import { courseKey, coursesKey } from '#entities/course/api.ts';
import { listCatalogue, type TranslatedCourse } from '#entities/course/catalogue.ts';
import { PORTION } from '#features/courses/components/CourseGroups.tsx';
import { serviceAreas } from '#entities/service-area/serviceAreas.ts';
import type { Language } from '#i18n/languages.ts';
import type { PagePath, SignedInPath } from '../paths.ts';
import type { PageTranslations } from './pageTranslations.ts';
import {
  contactPage,
  coursesPage,
  coursePage,
  faqPage,
  type StructuredData,
} from './structuredData.ts';

/** A page that is rendered when the site is built, once for each language. */
export interface Page {
  path: PagePath | SignedInPath | typeof NOT_FOUND_PATH;
  /** The source file of its screen, whose chunk is preloaded with the page. */
  source: string;
  /** The title in search results. */
  title: (t: PageTranslations, language: Language) => string;
  description: (t: PageTranslations, language: Language) => string;
  structuredData?: StructuredData;
  /** The path of the picture that is shown with a link to the page, if it has one of its own. */
  picture?: string;
  /** What the page shows besides translations, by the key of its query. */
  data?: (language: Language) => { key: readonly string[]; data: unknown };
  /** Source files that the screen loads for signed-in users only, and their files of translations. */
  forMembers?: { sources: string[]; translations: string[] };
  /** Search engines do not list the page. */
  isHidden?: boolean;
  /** The page is only the frame of a screen for signed-in users, which the app renders. */
  isFrame?: boolean;
}

/** Where the not-found page is stored. Nothing links to it. */
export const NOT_FOUND_PATH = '/404';

/** Every public page, with those of the courses of the catalogue's files. */
export function publicPages(courses: TranslatedCourse[]): Page[] {
  return [
    {
      path: '/',
      source: 'src/app/screens/loadHome.tsx',
      title: (t) => t('common:tagline'),
      description: (t) => t('home:intro'),
      forMembers: {
        sources: ['src/features/home/signed-in/loadSignedInHome.ts'],
        translations: ['myCourses'],
      },
    },
    ...serviceAreas.map((area): Page => ({
      path: `/about/${area}`,
      source:
        area === 'courses'
          ? 'src/app/screens/AboutCoursesScreen.tsx'
          : 'src/features/about/AboutScreen.tsx',
      title: (t) => t(`common:pillars.${area}`),
      description: (t) => t(`about:pillars.${area}.intro`),
    })),
    {
      path: '/courses',
      source: 'src/features/courses/CoursesScreen.tsx',
      title: (t) => t('courses:title'),
      description: (t) => t('courses:intro'),
      structuredData: coursesPage(courses),
      forMembers: {
        sources: ['src/features/courses/components/PricedCourses.tsx'],
        translations: ['coursePrices'],
      },
      // A longer list is shown in portions, which needs code that no page is rendered with.
      ...(courses.length <= PORTION && {
        data: ({ code }) => ({ key: coursesKey(code), data: listCatalogue(courses, code) }),
      }),
    },
    ...courses.map(pageOf),
    {
      path: '/faq',
      source: 'src/features/help/FaqScreen.tsx',
      title: (t) => t('faq:title'),
      description: (t) => t('faq:intro'),
      structuredData: faqPage,
    },
    {
      path: '/contact',
      source: 'src/features/help/ContactScreen.tsx',
      title: (t) => t('common:pages.contact'),
      description: (t) => t('contact:intro'),
      structuredData: contactPage,
    },
    {
      path: '/signup',
      source: 'src/features/users/signup/SignupScreen.tsx',
      title: (t) => t('common:pages.signup'),
      description: (t) => t('signup:intro'),
    },
    {
      path: '/login',
      source: 'src/features/users/login/LoginScreen.tsx',
      title: (t) => t('common:pages.login'),
      description: (t) => t('signIn:login.intro'),
    },
    {
      path: '/privacy',
      source: 'src/features/legal/PrivacyScreen.tsx',
      title: (t) => t('common:pages.privacy'),
      description: (t) => t('legal:parts.privacy.intro', { brand: t('common:brand') }),
    },
    {
      path: '/delete-info',
      source: 'src/features/legal/DeleteInfoScreen.tsx',
      title: (t) => t('common:pages.deleteInfo'),
      description: (t) => t('deleteInfo:intro'),
    },
    {
      path: '/forgot-password',
      source: 'src/features/users/password-reset/ForgotPasswordScreen.tsx',
      title: (t) => t('common:pages.forgotPassword'),
      description: (t) => t('signIn:forgot.intro'),
      isHidden: true,
    },
    {
      path: NOT_FOUND_PATH,
      source: 'src/app/screens/NotFoundScreen.tsx',
      title: (t) => t('common:notFound.title'),
      description: (t) => t('common:notFound.message'),
      isHidden: true,
    },
  ];
}

/** The frames of the screens for signed-in users. */
export const framePages: Page[] = [
  frame('/profile', 'src/features/users/profile/ProfileScreen.tsx', (t) =>
    t('common:pages.profile'),
  ),
  frame('/settings', 'src/features/users/settings/SettingsScreen.tsx', (t) =>
    t('common:pages.settings'),
  ),
  frame('/delete', 'src/features/users/delete/DeleteAccountScreen.tsx', (t) =>
    t('settings:delete.title'),
  ),
];

function frame(path: SignedInPath, source: string, title: Page['title']): Page {
  return {
    path,
    source,
    title,
    description: (t) => t('common:tagline'),
    isFrame: true,
    isHidden: true,
  };
}

function pageOf(course: TranslatedCourse): Page {
  const { _id: id, artwork } = course.en;
  return {
    path: `/courses/${id}`,
    source: 'src/features/courses/page/CourseScreen.tsx',
    title: (_, { code }) => course[code].name,
    description: (_, { code }) => course[code].description,
    structuredData: coursePage(course),
    forMembers: {
      sources: ['src/features/courses/page/MemberEnrolment.tsx'],
      translations: ['coursePrices', 'errors', 'myCourses', 'placeRequest'],
    },
    ...(artwork && { picture: courseSharePicture(artwork) }),
    data: ({ code }) => ({ key: courseKey(id, code), data: course[code] }),
  };
}
