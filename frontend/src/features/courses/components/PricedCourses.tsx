import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import priceSettings from 'virtual:operator/prices';
import type { Course } from '#entities/course/api/listCourses.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Notice } from '#ui/Notice.tsx';
import { useCoursePrices } from '../api/listCoursePrices.ts';
import type { CourseSearch } from '../search/useCourseSearch.ts';
import { CourseCatalogue } from './CourseCatalogue.tsx';
import { PricedCourseCard } from './PricedCourseCard.tsx';
import styles from './PricedCourses.module.css';

/**
 * The list with enrolment counts and the prices of the user's country (spec §7). Without prices it still lists
 * the courses.
 */
export function PricedCourses({ search }: { search: CourseSearch }) {
  const { t } = useTranslation('coursePrices');
  const errorMessage = useErrorMessage();
  // Destructured here, because TanStack Query re-renders only for properties that this component reads.
  const { data: current, error: userError, refetch: refetchUser } = useCurrentUser();
  const country = current?.user.country;
  const { data: prices, error: pricesError, refetch: refetchPrices } = useCoursePrices(country);
  const error = current ? pricesError : userError;
  // The same function until the prices change: a key press in the search renders no card again.
  const renderCard = useCallback(
    (course: Course) => (
      <PricedCourseCard country={country} course={course} price={prices?.get(course._id)} />
    ),
    [country, prices],
  );
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Notice
            onRetry={() => void (current ? refetchPrices() : refetchUser())}
            reason={errorMessage(error)}
            title={t('failed')}
          />
        </div>
      )}
      {!error && priceSettings.tax !== 'none' && (
        <p className={styles.tax}>{t(`tax.${priceSettings.tax}`)}</p>
      )}
      <CourseCatalogue prices={prices} renderCard={renderCard} search={search} />
    </>
  );
}
