import { useTranslation } from 'react-i18next';
import type { Course } from '#entities/course/api/listCourses.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Drawing } from '#ui/Icon.tsx';
import type { CoursePrice } from '../api/listCoursePrices.ts';
import { formatPrice } from '../formatPrice.ts';
import styles from './CourseCard.module.css';
import { CourseCard } from './CourseCard.tsx';

const PEOPLE_DRAWING =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-4 3-6 6.5-6s6 2 6.5 6m0-14.7a3.5 3.5 0 0 1 0 6.4m2.5 3c2 .8 3.2 2.6 3.5 5.3';

interface PricedCourseCardProps {
  course: Course;
  /** Undefined while prices load, or when the course has no price in this country. */
  price: CoursePrice | undefined;
  /** The user's country, by its English name. Undefined until the user has been fetched, like the price. */
  country: string | undefined;
}

/** A course with its enrolment count and price. */
export function PricedCourseCard({ course, price, country }: PricedCourseCardProps) {
  const { t } = useTranslation('coursePrices');
  const { code: language } = useLanguage();
  return (
    <CourseCard course={course}>
      <div className={styles.terms}>
        {/* The specification always shows the label. A zero says nothing about a course, and puts people off. */}
        {course.enrollmentCount > 0 && (
          <span className={styles.enrolled}>
            <Drawing path={PEOPLE_DRAWING} size={18} />
            <span>{t('enrolled', { count: course.enrollmentCount })}</span>
          </span>
        )}
        {price && country !== undefined && (
          <span className={styles.price}>
            <span className="visually-hidden">{t('price')}</span>{' '}
            {/* Left-to-right in Arabic too, or "US$" would be reordered. */}
            <bdi dir="ltr">{formatPrice(price, language, country)}</bdi>
          </span>
        )}
      </div>
    </CourseCard>
  );
}
