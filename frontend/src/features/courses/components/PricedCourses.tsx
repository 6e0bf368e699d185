import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#entities/course/api.ts';
import { Drawing } from '#ui/Icon.tsx';
import { Notice } from '#ui/Notice.tsx';
import { usePricesOfUser } from '../api.ts';
import { type CoursePrice, CardPrice, useTaxNote } from '../prices.tsx';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { CourseCard } from './CourseCard.tsx';
import { CourseCatalogue } from './CourseCatalogue.tsx';
import courseCardStyles from './CourseCard.module.css';
import styles from './PricedCourses.module.css';

/**
 * The list with enrolment counts and the prices of the user's country (spec §7). Without prices it still lists
 * the courses.
 */
export function PricedCourses({ search }: { search: CourseSearch }) {
  const { t } = useTranslation('coursePrices');
  const { country, prices, failure } = usePricesOfUser();
  const tax = useTaxNote();
  // The same function until the prices change: a key press in the search renders no card again.
  const renderCard = useCallback(
    (course: Course) => (
      <PricedCourseCard country={country} course={course} price={prices?.get(course._id)} />
    ),
    [country, prices],
  );
  return (
    <>
      {failure && (
        <div className={styles.notice}>
          <Notice {...failure} title={t('failed')} />
        </div>
      )}
      {!failure && tax && <p className={styles.tax}>{tax}</p>}
      <CourseCatalogue prices={prices} renderCard={renderCard} search={search} />
    </>
  );
}

const PEOPLE_DRAWING =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-4 3-6 6.5-6s6 2 6.5 6m0-14.7a3.5 3.5 0 0 1 0 6.4m2.5 3c2 .8 3.2 2.6 3.5 5.3';

interface PricedCourseCardProps {
  course: Course;
  /** Undefined while prices load, or when the course has no price in this country. */
  price: CoursePrice | undefined;
  /** The user's country, by its English name. Undefined until the user has been fetched, like the price. */
  country: string | undefined;
}

function PricedCourseCard({ course, price, country }: PricedCourseCardProps) {
  const { t } = useTranslation('coursePrices');
  return (
    <CourseCard course={course}>
      <div className={courseCardStyles.terms}>
        {/* The specification always shows the label. A zero says nothing about a course, and puts people off. */}
        {course.enrollmentCount > 0 && (
          <span className={courseCardStyles.enrolled}>
            <Drawing path={PEOPLE_DRAWING} size={18} />
            <span>{t('enrolled', { count: course.enrollmentCount })}</span>
          </span>
        )}
        {price && country !== undefined && <CardPrice country={country} price={price} />}
      </div>
    </CourseCard>
  );
}
