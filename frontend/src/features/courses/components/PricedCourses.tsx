import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Notice } from '#ui/Notice.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import type { Course } from '#entities/course/api/listCourses.ts';
import { useCoursePrices } from '../api/listCoursePrices.ts';
import { CourseCatalogue } from './CourseCatalogue.tsx';
import { PricedCourseCard } from './PricedCourseCard.tsx';
import styles from './PricedCourses.module.css';

/**
 * The list with enrolment counts and the prices of the person's country (spec §7). Without the prices it is still a list
 * of courses.
 */
export function PricedCourses() {
  const { t } = useTranslation('courses');
  const errorMessage = useErrorMessage();
  const { data: current } = useCurrentUser();
  // Taken apart here and not in the cards: TanStack Query renders again only for what this component itself reads.
  const { data: prices, error, refetch } = useCoursePrices(current?.user.country);
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Notice
            onRetry={() => void refetch()}
            reason={errorMessage(error)}
            title={t('pricesFailed')}
          />
        </div>
      )}
      <CourseCatalogue
        renderCard={(course) => (
          <PricedCourseCard course={course} onChoose={logChoice} price={prices?.get(course._id)} />
        )}
      />
    </>
  );
}

/** All that choosing a course does: the agreement screen is not part of the product yet (spec §2). */
function logChoice(course: Course): void {
  console.info('Course chosen:', course._id);
}
