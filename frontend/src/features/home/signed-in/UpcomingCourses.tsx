import { useTranslation } from 'react-i18next';
import type { MyCourse, useMyCourses } from '#entities/my-courses/api.ts';
import { CourseState } from '#entities/my-courses/CourseState.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { CourseRow } from './CourseRow.tsx';
import { CourseRowSkeletons } from './CourseRowSkeletons.tsx';
import { ListCard } from './ListCard.tsx';
import styles from './ListCard.module.css';
import { upcomingOf } from './upcomingCourses.ts';

/** The user's requests and enrolments that start first, or the way to the catalogue. */
export function UpcomingCourses({ mine }: { mine: ReturnType<typeof useMyCourses> }) {
  const { t } = useTranslation('myCourses');
  const dateLine = useDateLine(mine.dataUpdatedAt);
  const courses = mine.data && upcomingOf(mine.data);
  const failure = useQueryFailure(mine);
  return (
    <ListCard link={{ to: '/profile#my-courses', text: t('home.courses.all') }} title={t('title')}>
      {courses && courses.length > 0 && (
        <ul>
          {courses.map((each) => (
            <CourseRow course={each.course} key={each.course._id}>
              <CourseState state={each.state} />
              {each.run && each.state !== 'declined' && <span>{dateLine(each.run)}</span>}
            </CourseRow>
          ))}
        </ul>
      )}
      {courses?.length === 0 && (
        <div className={styles.empty}>
          <p>{t('home.courses.none')}</p>
          <ButtonLink to="/courses" variant="outlined">
            {t('browse')}
          </ButtonLink>
        </div>
      )}
      {!courses && failure && <Notice {...failure} title={t('failed')} />}
      {!courses && !failure && <CourseRowSkeletons text={t('loading')} />}
    </ListCard>
  );
}

/** Returns when a run starts, or ends if it has started at that time. */
function useDateLine(now: number) {
  const { t } = useTranslation('myCourses');
  const { dates } = useLanguage();
  const dateOf = (day: string) => formatDate(dates, new Date(day), { timeZone: 'UTC' });
  return ({ start, end }: NonNullable<MyCourse['run']>) =>
    Date.parse(start) >= now
      ? t('home.starts', { date: dateOf(start) })
      : t('home.ends', { date: dateOf(end) });
}
