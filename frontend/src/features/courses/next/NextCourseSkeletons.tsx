import { Card } from '#ui/Card.tsx';
import styles from './NextCourses.module.css';

/** How many of the courses that start first are shown. */
export const NEXT_COURSES = 3;

const cards = Array.from({ length: NEXT_COURSES }, (_, index) => index);

/** Keeps the room of the courses that start first, with few styles: they delay the first paint of the page. Without scripts none load. */
export function NextCourseSkeletons() {
  return (
    <div aria-hidden="true" className={styles.loading}>
      <div className={styles.cards}>
        {cards.map((card) => (
          <Card key={card} />
        ))}
      </div>
      <p className={styles.note} />
    </div>
  );
}
