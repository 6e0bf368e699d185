import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { courseTypes } from '#entities/course/api/listCourses.ts';
import { providedCatalogue } from '#entities/course/catalogue.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import styles from './PrerenderedCourses.module.css';

/** The courses of the catalogue's files with links to their pages, for browsers without JavaScript. Only prerendered pages have it. */
export function PrerenderedCourses() {
  const { t } = useTranslation('courses');
  const { code } = useLanguage();
  const courses = providedCatalogue().map((course) => course[code]);
  return courseTypes.map((type) => (
    <section className={styles.group} key={type}>
      <h2>{t(`groups.${type}`)}</h2>
      <ul className={styles.courses}>
        {courses
          .filter((course) => course.type === type)
          .map((course) => (
            <li key={course._id}>
              <h3>
                <Link className={styles.link} to={`/courses/${course._id}`}>
                  {course.name}
                </Link>
              </h3>
              <p>{course.description}</p>
            </li>
          ))}
      </ul>
    </section>
  ));
}
