import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import priceSettings from 'virtual:operator/prices';
import type { Course } from '#entities/course/api/listCourses.ts';
import { Notice } from '#ui/Notice.tsx';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { usePricesOfUser } from '../usePricesOfUser.ts';
import { CourseCatalogue } from './CourseCatalogue.tsx';
import { PricedCourseCard } from './PricedCourseCard.tsx';
import styles from './PricedCourses.module.css';

/**
 * The list with enrolment counts and the prices of the user's country (spec §7). Without prices it still lists
 * the courses.
 */
export function PricedCourses({ search }: { search: CourseSearch }) {
  const { t } = useTranslation('coursePrices');
  const { country, prices, failure } = usePricesOfUser();
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
      {!failure && priceSettings.tax !== 'none' && (
        <p className={styles.tax}>{t(`tax.${priceSettings.tax}`)}</p>
      )}
      <CourseCatalogue prices={prices} renderCard={renderCard} search={search} />
    </>
  );
}
