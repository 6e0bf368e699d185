import { useTranslation } from 'react-i18next';
import { courseArtwork } from '#entities/course/artwork.ts';
import type { MyCourse } from '#entities/my-courses/api/listMyCourses.ts';
import { CourseState } from '#entities/my-courses/CourseState.tsx';
import { Quotation } from '#entities/my-courses/Quotation.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import styles from './MyCourses.module.css';
import { MyRunFacts } from './MyRunFacts.tsx';

interface MyCourseItemProps {
  myCourse: MyCourse;
  isPast: boolean;
  /** Missing when there is nothing to withdraw. */
  onWithdraw?: (() => void) | undefined;
}

/** A course of the user: its state, the dates of the run, and what user and operator wrote. */
export function MyCourseItem({ myCourse, isPast, onWithdraw }: MyCourseItemProps) {
  const { t } = useTranslation('myCourses');
  const { course, state, run, message, reason } = myCourse;
  const history = useHistory(myCourse);
  return (
    <li className={styles.course}>
      {course.artwork && (
        <img
          alt=""
          className={styles.artwork}
          height={54}
          loading="lazy"
          src={courseArtwork(course.artwork)}
          width={96}
        />
      )}
      <div className={styles.facts}>
        <div className={styles.head}>
          <h4 className={styles.name}>
            <bdi>{course.name}</bdi>
          </h4>
          <CourseState isPast={isPast} state={state} />
        </div>
        {run && <MyRunFacts run={run} />}
        {history && <p>{history}</p>}
        {state === 'pending' && message && <Quotation label={t('message')} text={message} />}
        {reason && <Quotation label={t('reason')} text={reason} />}
      </div>
      {onWithdraw && (
        <Button
          aria-label={t('withdrawNamed', { course: course.name })}
          className={styles.withdraw}
          onClick={onWithdraw}
          variant="outlined"
        >
          {t('withdraw')}
        </Button>
      )}
    </li>
  );
}

/** When the last step was. */
function useHistory({ state, requestedAt, decidedAt, enrolledAt }: MyCourse): string | undefined {
  const { t } = useTranslation('myCourses');
  const { dates } = useLanguage();
  const dateOf = (time: string) => formatDate(dates, new Date(time));
  if (state === 'enrolled') {
    return enrolledAt && t('enrolledAt', { date: dateOf(enrolledAt) });
  }
  if (state === 'declined') {
    return decidedAt && t('declinedAt', { date: dateOf(decidedAt) });
  }
  return requestedAt && t('requestedAt', { date: dateOf(requestedAt) });
}
