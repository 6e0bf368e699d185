import { useTranslation } from 'react-i18next';
import type { MyCourse, MyCourses } from '#entities/my-courses/api/listMyCourses.ts';
import { MyCourseItem } from './MyCourseItem.tsx';
import styles from './MyCourses.module.css';

interface MyCourseGroupProps {
  group: keyof MyCourses;
  myCourses: MyCourse[];
  /** Called to withdraw the request for a course. */
  onWithdraw: (course: MyCourse['course']) => void;
}

/** The requests, the enrolments or the past courses of the user. */
export function MyCourseGroup({ group, myCourses, onWithdraw }: MyCourseGroupProps) {
  const { t } = useTranslation('myCourses');
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{t(`groups.${group}`)}</h3>
      {group === 'requested' && <p className={styles.hint}>{t('requestedHint')}</p>}
      <ul className={styles.list}>
        {myCourses.map((myCourse) => {
          const { course, state } = myCourse;
          const isWaiting = group === 'requested' && state === 'pending';
          return (
            <MyCourseItem
              isPast={group === 'past'}
              key={course._id}
              myCourse={myCourse}
              onWithdraw={
                isWaiting
                  ? () => {
                      onWithdraw(course);
                    }
                  : undefined
              }
            />
          );
        })}
      </ul>
    </div>
  );
}
