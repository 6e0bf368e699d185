import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './MyCourses.module.css';

/** Placeholder while the list loads. */
export function MyCoursesSkeleton() {
  return (
    <div aria-busy="true" className={styles.skeleton}>
      <Skeleton tall width={35} />
      <Skeleton width={70} />
      <Skeleton width={50} />
    </div>
  );
}
