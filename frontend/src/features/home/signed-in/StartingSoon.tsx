import { useTranslation } from 'react-i18next';
import { useCourses } from '#entities/course/api/listCourses.ts';
import type { MyCourseLists } from '#entities/my-courses/api.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { CourseRow } from './CourseRow.tsx';
import { CourseRowSkeletons } from './CourseRowSkeletons.tsx';
import { ListCard } from './ListCard.tsx';
import styles from './ListCard.module.css';
import { startingSoon } from './upcomingCourses.ts';

interface StartingSoonProps {
  /** The courses of the user, which are left out. Undefined when they could not be loaded. */
  mine: MyCourseLists | undefined;
  /** Whether `mine` is known. */
  isReady: boolean;
}

/** The courses of the catalogue that start first. */
export function StartingSoon({ mine, isReady }: StartingSoonProps) {
  const { t } = useTranslation('myCourses');
  const { dates } = useLanguage();
  const query = useCourses();
  const { data } = query;
  const failure = useQueryFailure(query);
  const courses = isReady ? data && startingSoon(data, mine) : undefined;
  const dateOf = (day: string) => formatDate(dates, new Date(day), { timeZone: 'UTC' });
  return (
    <ListCard link={{ to: '/courses', text: t('home.soon.all') }} title={t('home.soon.title')}>
      {courses && courses.length > 0 && (
        <ul>
          {courses.map(({ nextStart = '', ...course }) => (
            <CourseRow course={course} key={course._id}>
              <span>{t('home.starts', { date: dateOf(nextStart) })}</span>
            </CourseRow>
          ))}
        </ul>
      )}
      {courses?.length === 0 && <p className={styles.empty}>{t('home.soon.none')}</p>}
      {!courses && failure && <Notice {...failure} title={t('home.soon.failed')} />}
      {!courses && !failure && <CourseRowSkeletons text={t('home.soon.loading')} />}
    </ListCard>
  );
}
