import { type ReactNode, memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useCourses,
  usePrerenderedCourses,
  type Course,
  courseTypes,
  type CourseType,
} from '#entities/course/api.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { listCatalogue, providedCatalogue } from '#entities/course/catalogue.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { CoursePrices } from '../prices.tsx';
import type { CoursePortionsProps, FoundCoursesProps } from '../search/FoundCourses.tsx';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { CourseSkeletons } from './CourseSkeletons.tsx';
import { CourseCard } from './CourseCard.tsx';
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

/** How many cards are rendered at once: thousands would block the page. */
export const PORTION = 60;

interface CourseGroupsProps {
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses in their groups, rendered again only for other courses or cards. */
export const CourseGroups = memo(function CourseGroups({ courses, renderCard }: CourseGroupsProps) {
  return courseTypes.map((type) => (
    <CourseGroup
      courses={courses.filter((course) => course.type === type)}
      key={type}
      renderCard={renderCard}
      type={type}
    />
  ));
});

interface CourseGroupProps {
  type: CourseType;
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses of one type with their heading. Nothing without courses. */
function CourseGroup({ type, courses, renderCard }: CourseGroupProps) {
  const { t } = useTranslation('courses');
  if (courses.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={type} className={styles.group} data-type={type}>
      <div className={styles.head}>
        <h2 id={type}>{t(`groups.${type}`)}</h2>
        <p className={styles.intro}>{t(`groupIntros.${type}`)}</p>
      </div>
      <ul className={styles.cards}>
        {courses.map((course) => (
          <li key={course._id} tabIndex={-1}>
            {renderCard(course)}
          </li>
        ))}
      </ul>
    </section>
  );
}
