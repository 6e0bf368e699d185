import type { ReactNode } from 'react';
import { courseArtwork } from '#entities/course/artwork.ts';
import styles from './CourseRow.module.css';

interface CourseRowProps {
  course: { name: string; artwork?: string };
  /** The facts below the name. */
  children: ReactNode;
}

/** A course in a short list. */
export function CourseRow({ course, children }: CourseRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        {course.artwork && (
          <img alt="" height={54} loading="lazy" src={courseArtwork(course.artwork)} width={96} />
        )}
      </div>
      <div className={styles.text}>
        <h4 className={styles.name}>
          <bdi>{course.name}</bdi>
        </h4>
        <div className={styles.facts}>{children}</div>
      </div>
    </li>
  );
}
