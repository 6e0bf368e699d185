import { Card } from '#ui/Card.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import styles from './MyCourses.module.css';
import { MyCoursesSkeleton } from './MyCoursesSkeleton.tsx';

/** Loaded after the form, which is above it. */
export const LazyMyCourses = lazyComponent(
  async () => (await import('./MyCourses.tsx')).MyCourses,
  {
    placeholder: (
      <div className={styles.section}>
        <Card className={styles.card}>
          <MyCoursesSkeleton />
        </Card>
      </div>
    ),
    translations: ['myCourses'],
  },
);
