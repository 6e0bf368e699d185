import type { Course } from '#entities/course/api/listCourses.ts';
import { Card } from '#ui/Card.tsx';
import styles from './CourseCard.module.css';

/** A course, for visitors. */
export function CourseCard({ course }: { course: Course }) {
  return (
    <Card as="article" className={styles.card}>
      <h3>
        <bdi>{course.name}</bdi>
      </h3>
      <p className={styles.description}>{course.description}</p>
    </Card>
  );
}
