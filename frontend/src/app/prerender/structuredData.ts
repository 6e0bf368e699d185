import type { TFunction } from 'i18next';
import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { courseSharePicture } from '#entities/course/facts.ts';
import type { CourseDetails, CourseRun } from '#entities/course/api.ts';
import type { TranslatedCourse } from '#entities/course/catalogue.ts';
import { faqGroups } from '#features/help/FaqScreen.tsx';
import { languages, type Language } from '#i18n/languages.ts';
import { pageUrl } from './pageUrl.ts';

export type PageTranslations = TFunction<['common', 'courses', 'faq']>;

interface PageLocation {
  language: Language;
  url: string;
  /** The origin of the site. */
  site: string;
}

/** Describes a page to search engines, in the vocabulary of schema.org. */
export type StructuredData = (t: PageTranslations, page: PageLocation) => object;

/** Only the page of questions is a `FAQPage`: search engines want each question described once. */
export const faqPage: StructuredData = (t, { language, url }) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url,
  name: t('faq:title'),
  inLanguage: language.code,
  mainEntity: Object.values(faqGroups)
    .flat()
    .map((id) => ({
      '@type': 'Question',
      name: t(`faq:questions.${id}.question`),
      acceptedAnswer: { '@type': 'Answer', text: t(`faq:questions.${id}.answer`) },
    })),
});

/** The operator, as the contact page names it. */
export const contactPage: StructuredData = (t, { language, url }) => {
  const { name, address } = details[language.code];
  return {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    url,
    name: t('common:pages.contact'),
    inLanguage: language.code,
    mainEntity: {
      '@type': 'Organization',
      name: t('common:brand'),
      legalName: name,
      address,
      email: contact.mail,
      ...(contact.social && { sameAs: [contact.social] }),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: contact.mail,
        availableLanguage: languages.map(({ code }) => code),
      },
    },
  };
};

/** The list of courses, with the URL of each one's page. */
export const coursesPage =
  (courses: TranslatedCourse[]): StructuredData =>
  (t, { language, url, site }) => ({
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    url,
    name: t('courses:title'),
    itemListElement: courses.map((course, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: pageUrl(site, `/courses/${course.en._id}`, language),
    })),
  });

/** How a course takes place, in the words of schema.org. */
const courseModes = { online: 'Online', in_person: 'Onsite', hybrid: 'Blended' } as const;

/** A course with its runs. It has no price: prices depend on the user's country. */
export const coursePage =
  (translated: TranslatedCourse): StructuredData =>
  (t, { language, url, site }) => {
    const course = translated[language.code];
    return {
      '@context': 'https://schema.org',
      '@type': 'Course',
      url,
      name: course.name,
      description: course.description,
      provider: { '@type': 'Organization', name: t('common:brand'), url: site },
      inLanguage: course.languages,
      educationalLevel: course.level && t(`courses:levels.${course.level}`),
      coursePrerequisites: course.prerequisites,
      teaches: course.outcomes,
      image: course.artwork && site + courseSharePicture(course.artwork),
      offers: { '@type': 'Offer', category: 'Paid' },
      hasCourseInstance: course.runs.map((run) => courseInstance(course, run)),
    };
  };

function courseInstance(course: CourseDetails, run: CourseRun): object {
  const { start, end, weekdays, time, timeZone } = run;
  return {
    '@type': 'CourseInstance',
    courseMode: course.format && courseModes[course.format],
    inLanguage: run.language ?? course.languages,
    maximumAttendeeCapacity: run.places,
    courseSchedule: {
      '@type': 'Schedule',
      startDate: start,
      endDate: end,
      startTime: time,
      scheduleTimezone: timeZone,
      duration: course.sessionMinutes && `PT${course.sessionMinutes}M`,
      repeatFrequency: 'P1W',
      repeatCount: course.sessions,
      byDay: weekdays.map((day) => `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`),
    },
  };
}
