import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCourse } from '#entities/course/api/getCourse.ts';
import { coursesKey, type Course } from '#entities/course/api/listCourses.ts';
import { queryClient } from '#api/queryClient.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PlainScreen } from '#ui/PlainScreen.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { CourseDescription } from './CourseDescription.tsx';
import { CourseHead } from './CourseHead.tsx';
import styles from './CourseScreen.module.css';
import { CourseSkeleton } from './CourseSkeleton.tsx';
import { Enrolment } from './Enrolment.tsx';

/** The page of a course. */
export function CourseScreen() {
  const { id = '' } = useParams();
  // A new component for each course: what was entered for one is not about another.
  return <CoursePage id={id} key={id} />;
}

function CoursePage({ id }: { id: string }) {
  const { t } = useTranslation('coursePage');
  const query = useCourse(id);
  const course = query.data;
  const failure = useQueryFailure(query);
  const listed = useListedCourse(id);

  if (failure?.error instanceof ApiError && failure.error.code === 'course_not_found') {
    return (
      <PlainScreen message={t('notFound.message')} title={t('notFound.title')}>
        <ButtonLink to="/courses">{t('all')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <>
      <CourseHead course={course ?? listed} />
      <div className={styles.body}>
        {failure && (
          <div className={styles.wide}>
            <Notice {...failure} title={course ? t('outdated') : t('failed')} />
          </div>
        )}
        {course && (
          <>
            <Enrolment course={course} />
            <CourseDescription course={course} />
          </>
        )}
        {!course && !failure && <CourseSkeleton />}
      </div>
    </>
  );
}

/** What the list of courses has of the course, to show it at once. */
function useListedCourse(id: string): Course | undefined {
  const lang = useLanguage().code;
  return queryClient.getQueryData<Course[]>(coursesKey(lang))?.find(({ _id }) => _id === id);
}
