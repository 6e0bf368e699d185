import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Course } from '#entities/course/api/listCourses.ts';
import { courseArtwork } from '#entities/course/artwork.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Card } from '#ui/Card.tsx';
import styles from './CourseCard.module.css';

interface CourseCardProps {
  course: Course;
  /** What signed-in users see besides the facts. */
  children?: ReactNode;
}

/**
 * A course with its picture and the facts that people compare courses by. The catalogue may leave out each of them. The whole card is the
 * link to the course's page (spec §2, Courses: choosing a course is logged).
 */
export function CourseCard({ course, children }: CourseCardProps) {
  const { t } = useTranslation('courses');
  const language = useLanguage();
  const { artwork, level, hours, languages, nextStart } = course;
  const facts = [
    level && t(`levels.${level}`),
    hours !== undefined &&
      new Intl.NumberFormat(language.dates, {
        style: 'unit',
        unit: 'hour',
        unitDisplay: 'long',
      }).format(hours),
    languages && languageNames(languages, language),
    nextStart &&
      t('starts', {
        date: new Intl.DateTimeFormat(language.dates, {
          dateStyle: 'long',
          timeZone: 'UTC',
        }).format(new Date(nextStart)),
      }),
  ].filter(Boolean);
  return (
    <Card as="article" className={styles.card}>
      {artwork && (
        <img
          alt=""
          className={styles.artwork}
          height={270}
          loading="lazy"
          src={courseArtwork(artwork)}
          width={480}
        />
      )}
      <h3>
        <Link
          className={styles.choose}
          onClick={() => {
            console.info('Course chosen:', course._id);
          }}
          to={`/courses/${course._id}`}
        >
          <bdi>{course.name}</bdi>
        </Link>
      </h3>
      <p className={styles.description}>{course.description}</p>
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={String(fact)} suppressHydrationWarning>
              {fact}
            </li>
          ))}
        </ul>
      )}
      {children}
    </Card>
  );
}
