import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course, CourseType } from '#entities/course/api/listCourses.ts';
import styles from './CourseGroup.module.css';

interface CourseGroupProps {
  type: CourseType;
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses of one type with their heading. Nothing without courses. */
export function CourseGroup({ type, courses, renderCard }: CourseGroupProps) {
  const { t } = useTranslation('courses');
  if (courses.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={type} className={styles.group} data-type={type}>
      <div className={styles.head}>
        <h2 id={type}>{t(`groups.${type}`)}</h2>
        <p className={styles.intro}>{t(`groupIntros.${type}`)}</p>
      </div>
      <ul className={styles.cards}>
        {courses.map((course) => (
          <li key={course._id} tabIndex={-1}>
            {renderCard(course)}
          </li>
        ))}
      </ul>
    </section>
  );
}
