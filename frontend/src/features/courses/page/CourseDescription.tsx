import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import styles from './CourseDescription.module.css';
import { useFacts } from './useFacts.ts';
import type { Elements } from '#ui/elements.ts';

/** What a course is like and what it teaches. The catalogue may leave out each part. */
export function CourseDescription({ course }: { course: CourseDetails }) {
  const { t } = useTranslation('coursePage');
  const facts = useFacts(course);
  return (
    <div className={styles.description}>
      {course.outcomes.length > 0 && (
        <Part title={t('outcomes')}>
          <ul className={styles.outcomes}>
            {course.outcomes.map((outcome) => (
              <li key={outcome}>{outcome}</li>
            ))}
          </ul>
        </Part>
      )}
      {facts.length > 0 && (
        <Part title={t('facts.title')}>
          <dl className={styles.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                {/* Another version of the browser's locale data may write it differently than the prerendered page. */}
                <dd suppressHydrationWarning>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {course.audience && (
        <Part title={t('audience')}>
          <p>{course.audience}</p>
        </Part>
      )}
      {course.prerequisites && (
        <Part title={t('prerequisites')}>
          <p>{course.prerequisites}</p>
        </Part>
      )}
      {course.syllabus.length > 0 && (
        <Part title={t('syllabus')}>
          <ol className={styles.syllabus}>
            {course.syllabus.map((subject) => (
              <li key={subject}>{subject}</li>
            ))}
          </ol>
        </Part>
      )}
      {course.takeaway && (
        <Part title={t('takeaway')}>
          <p>{course.takeaway}</p>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
