import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { courseTypes, type Course, type CourseType } from '#entities/course/api.ts';
import styles from './CourseCatalogue.module.css';

/** How many cards are rendered at once: thousands would block the page. */
export const PORTION = 60;

interface CourseGroupsProps {
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses in their groups, rendered again only for other courses or cards. */
export const CourseGroups = memo(function CourseGroups({ courses, renderCard }: CourseGroupsProps) {
  return courseTypes.map((type) => (
    <CourseGroup
      courses={courses.filter((course) => course.type === type)}
      key={type}
      renderCard={renderCard}
      type={type}
    />
  ));
});

interface CourseGroupProps {
  type: CourseType;
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses of one type with their heading. Nothing without courses. */
function CourseGroup({ type, courses, renderCard }: CourseGroupProps) {
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
