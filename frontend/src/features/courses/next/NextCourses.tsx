import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '#entities/course/api.ts';
import { useNow, startingFirst } from '#entities/course/sessions.ts';
import { dayIn } from '#i18n/formatTimes.ts';
import type { Elements } from '#ui/elements.ts';
import {
  CardPrice,
  useCoursePrices,
  countryNameOf,
  visitorCountry,
  useTaxNote,
} from '../prices.tsx';
import { CourseCard } from '../components/CourseCard.tsx';
import { NEXT_COURSES, NextCourseSkeletons } from './NextCourseSkeletons.tsx';
import cardStyles from '../components/CourseCard.module.css';
import styles from './NextCourses.module.css';

export interface NextCoursesProps {
  /** Shown instead when no course is known to start: none has a date, or they could not be loaded. */
  none: Elements;
}

/** The courses that start first, with their prices for visitors. Only data that is current has dates: a prerendered page has none. */
export function NextCourses({ none }: NextCoursesProps) {
  const { t } = useTranslation('coursePrices');
  const { data = [], isPending } = useCourses();
  // The list has no time zone with the start of a course.
  const today = dayIn(undefined, useNow());
  const [country] = useState(() => countryNameOf(visitorCountry()));
  const prices = useCoursePrices(country, []).data;
  const tax = useTaxNote();
  const courses = startingFirst(data, today).slice(0, NEXT_COURSES);

  if (isPending) {
    return <NextCourseSkeletons />;
  }
  if (courses.length === 0) {
    return none;
  }
  return (
    <>
      <ul className={styles.cards}>
        {courses.map((course) => (
          <li key={course._id}>
            <CourseCard course={course}>
              <div className={cardStyles.terms}>
                <CardPrice country={country} price={prices?.get(course._id)} />
              </div>
            </CourseCard>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {tax && <span>{tax}</span>}
        <span>{t('chooseCountry')}</span>
      </p>
    </>
  );
}
