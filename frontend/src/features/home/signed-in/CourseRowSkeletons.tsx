import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './CourseRow.module.css';
import { SHOWN } from './upcomingCourses.ts';

const rows = Array.from({ length: SHOWN }, (_, index) => index);

/** Placeholder while a short list loads, in its size. The text is for screen readers. */
export function CourseRowSkeletons({ text }: { text: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <div aria-busy="true" className={styles.skeletons}>
        {rows.map((row) => (
          <div className={styles.row} key={row}>
            <div className={styles.picture} />
            <div className={styles.text}>
              <Skeleton tall width={60} />
              <Skeleton width={40} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
