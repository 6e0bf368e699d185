import { memo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { courseTypes, type Course } from '#entities/course/api.ts';
import { Button } from '#ui/Button.tsx';
import { CourseGroups, PORTION } from '../components/CourseGroups.tsx';
import styles from './FoundCourses.module.css';

export interface CoursePortionsProps {
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses in their groups, a portion at a time. A key press alone does not render it again. */
export const CoursePortions = memo(function CoursePortions({
  courses,
  renderCard,
}: CoursePortionsProps) {
  const { t } = useTranslation('courseSearch');
  const [most, setMost] = useState(PORTION);
  const list = useRef<HTMLDivElement>(null);

  const inGroups = courseTypes.flatMap((type) => courses.filter((course) => course.type === type));

  const showMore = () => {
    flushSync(() => {
      setMost(most + PORTION);
    });
    // The first of the new ones: the list has no end that a reader could go on from.
    list.current?.querySelectorAll<HTMLElement>('li[tabindex]')[most]?.focus();
  };

  return (
    <div ref={list}>
      <CourseGroups courses={inGroups.slice(0, most)} renderCard={renderCard} />
      {most < courses.length && (
        <Button className={styles.more} onClick={showMore} variant="outlined">
          {t('more')}
        </Button>
      )}
    </div>
  );
});
