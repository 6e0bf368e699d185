import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses, usePrerenderedCourses, type Course } from '#entities/course/api.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { listCatalogue, providedCatalogue } from '#entities/course/catalogue.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { CoursePrices } from '../prices.tsx';
import type { CoursePortionsProps, FoundCoursesProps } from '../search/FoundCourses.tsx';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { CourseSkeletons } from './CourseSkeletons.tsx';
import { CourseCard } from './CourseCard.tsx';
import { CourseGroups, PORTION } from './CourseGroups.tsx';
import styles from './CourseCatalogue.module.css';

const FoundCourses = lazyComponent<FoundCoursesProps>(
  async () => (await import('../search/FoundCourses.tsx')).FoundCourses,
  { translations: ['courseSearch'] },
);

const CoursePortions = lazyComponent<CoursePortionsProps>(
  async () => (await import('../search/FoundCourses.tsx')).CoursePortions,
  { translations: ['courseSearch'] },
);

interface CourseCatalogueProps {
  renderCard: (course: Course) => ReactNode;
  /** What the user looks for, on the screen that has a search. */
  search?: CourseSearch | undefined;
  prices?: CoursePrices | undefined;
}

/**
 * The courses in their groups, or the state of loading them. The caller renders the cards. A prerendered page shows those of its release
 * until the API has responded.
 */
export function CourseCatalogue({ renderCard, search, prices }: CourseCatalogueProps) {
  const { t } = useTranslation('courses');
  const query = useCourses();
  const { data } = query;
  const failure = useQueryFailure(query);
  const prerendered = usePrerenderedCourses();
  const courses = data ?? prerendered;
  const notice = !data && failure && (
    <Notice {...failure} title={courses ? t('outdated') : t('failed')} />
  );

  if (!courses) {
    return notice || <CourseSkeletons />;
  }
  if (courses.length === 0) {
    return <p className={styles.empty}>{t('empty')}</p>;
  }
  const isLong = courses.length > PORTION;
  if (search && (search.isActive || isLong)) {
    return (
      <>
        {notice}
        <FoundCourses courses={courses} prices={prices} renderCard={renderCard} search={search} />
      </>
    );
  }
  const Courses = isLong ? CoursePortions : CourseGroups;
  return (
    <>
      {notice}
      <Courses courses={courses} renderCard={renderCard} />
    </>
  );
}

/** The list of courses, for visitors. */
export function PublicCourses({ search }: { search?: CourseSearch }) {
  return <CourseCatalogue renderCard={renderCard} search={search} />;
}

function renderCard(course: Course) {
  return <CourseCard course={course} />;
}

/** The courses of the catalogue's files with links to their pages, for browsers without JavaScript. Only prerendered pages have it. */
export function PrerenderedCourses() {
  const { code } = useLanguage();
  const courses = listCatalogue(providedCatalogue(), code);
  return <CourseGroups courses={courses} renderCard={(course) => <CourseCard course={course} />} />;
}
