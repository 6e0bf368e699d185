import { useTranslation } from 'react-i18next';
import type { useMyCourses } from '#entities/my-courses/api.ts';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import styles from './MyCourseList.module.css';

/** Instead of the courses of the user: they load, or why they could not be loaded. */
export function MyCoursesLoading({ query }: { query: ReturnType<typeof useMyCourses> }) {
  const { t } = useTranslation('myCourses');
  const failure = useQueryFailure(query);
  if (failure) {
    return <Notice {...failure} title={t('failed')} />;
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div aria-busy="true" className={styles.skeleton}>
        <Skeleton tall width={35} />
        <Skeleton width={70} />
        <Skeleton width={50} />
      </div>
    </>
  );
}
