import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { courseTypes, useCourses, type Course } from '#entities/course/api/listCourses.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Notice } from '#ui/Notice.tsx';
import styles from './CourseCatalogue.module.css';
import { CourseGroup } from './CourseGroup.tsx';
import { CourseSkeletons } from './CourseSkeletons.tsx';

/** The courses in their groups, or the state of loading them. The caller renders the cards. */
export function CourseCatalogue({ renderCard }: { renderCard: (course: Course) => ReactNode }) {
  const { t } = useTranslation('courses');
  const errorMessage = useErrorMessage();
  const { data: courses, error, isFetching, refetch } = useCourses();

  if (!courses) {
    return isFetching || !error ? (
      <CourseSkeletons />
    ) : (
      <Notice onRetry={() => void refetch()} reason={errorMessage(error)} title={t('failed')} />
    );
  }
  if (courses.length === 0) {
    return <p className={styles.empty}>{t('empty')}</p>;
  }
  return courseTypes.map((type) => (
    <CourseGroup
      courses={courses.filter((course) => course.type === type)}
      key={type}
      renderCard={renderCard}
      type={type}
    />
  ));
}
