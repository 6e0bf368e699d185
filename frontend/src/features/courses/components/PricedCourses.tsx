import { useTranslation } from 'react-i18next';
import type { Course } from '#entities/course/api/listCourses.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Notice } from '#ui/Notice.tsx';
import { useCoursePrices } from '../api/listCoursePrices.ts';
import { CourseCatalogue } from './CourseCatalogue.tsx';
import { PricedCourseCard } from './PricedCourseCard.tsx';
import styles from './PricedCourses.module.css';

/**
 * The list with enrolment counts and the prices of the user's country (spec §7). Without prices it still lists
 * the courses.
 */
export function PricedCourses() {
  const { t } = useTranslation('courses');
  const errorMessage = useErrorMessage();
  // Destructured here, because TanStack Query re-renders only for properties that this component reads.
  const { data: current, error: userError, refetch: refetchUser } = useCurrentUser();
  const country = current?.user.country;
  const { data: prices, error: pricesError, refetch: refetchPrices } = useCoursePrices(country);
  const error = current ? pricesError : userError;
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Notice
            onRetry={() => void (current ? refetchPrices() : refetchUser())}
            reason={errorMessage(error)}
            title={t('pricesFailed')}
          />
        </div>
      )}
      <CourseCatalogue
        renderCard={(course) => (
          <PricedCourseCard
            country={country}
            course={course}
            onChoose={logChoice}
            price={prices?.get(course._id)}
          />
        )}
      />
    </>
  );
}

/** Choosing a course has no other effect: the agreement screen is not part of the product yet (spec §2). */
function logChoice(course: Course): void {
  console.info('Course chosen:', course._id);
}
