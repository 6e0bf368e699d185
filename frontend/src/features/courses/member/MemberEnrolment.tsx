import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses, type MyCourses } from '#entities/my-courses/api/listMyCourses.ts';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { CourseSkeleton } from '../page/CourseSkeleton.tsx';
import { RunList } from '../page/RunList.tsx';
import type { RunWithState } from '../page/runs.ts';
import { CourseMembership } from './CourseMembership.tsx';
import { CoursePrice } from './CoursePrice.tsx';
import styles from './MemberEnrolment.module.css';
import { PlaceRequestForm } from './PlaceRequestForm.tsx';

export interface MemberEnrolmentProps {
  course: CourseDetails;
  runs: RunWithState[];
}

/** For signed-in users: the price, what they have of the course, and the request for a place. */
export function MemberEnrolment({ course, runs }: MemberEnrolmentProps) {
  const { t } = useTranslation(['placeRequest', 'myCourses']);
  const errorMessage = useErrorMessage();
  const { showSuccess } = useSnackbar();
  const { data: current, error: userError } = useCurrentUser();
  const { data: myCourses, error, isFetching, refetch } = useMyCourses();
  const [isChanging, setIsChanging] = useState(false);
  const state = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) {
      // The button that had the focus is gone.
      state.current?.focus();
    }
  }, [changes]);

  const mine = myCourses && findCourse(myCourses, course._id);
  const isEnrolled = mine?.state === 'enrolled';
  const isPending = mine?.state === 'pending' && !mine.isPast;
  const hasOpenRun = runs.some((run) => run.state === 'open');
  const showsForm = hasOpenRun && !isEnrolled && (!isPending || isChanging);

  return (
    <>
      <CoursePrice courseId={course._id} />
      {!showsForm && <RunList course={course} runs={runs} />}
      {error && !isFetching && !myCourses && (
        <Notice
          onRetry={() => void refetch()}
          reason={errorMessage(error)}
          title={t('myCourses:failed')}
        />
      )}
      {!myCourses && (isFetching || !error) && <CourseSkeleton />}
      {myCourses && (
        <div className={styles.state} ref={state} role="status" tabIndex={-1}>
          {mine && (
            <CourseMembership
              course={course}
              isChanging={isChanging}
              mine={mine}
              onChange={
                hasOpenRun
                  ? () => {
                      setIsChanging(true);
                    }
                  : undefined
              }
              onWithdrawn={() => {
                setIsChanging(false);
                setChanges(changes + 1);
              }}
            />
          )}
          {!hasOpenRun && runs.length > 0 && !isEnrolled && !isPending && <p>{t('noPlaces')}</p>}
        </div>
      )}
      {myCourses && showsForm && (current ?? userError) && (
        <PlaceRequestForm
          course={course}
          mine={mine}
          onAsked={() => {
            setIsChanging(false);
            setChanges(changes + 1);
            showSuccess(t('asked'));
          }}
          runs={runs}
          userId={current?.user._id}
        />
      )}
    </>
  );
}

/** What the user has of a course. A run that has ended counts last. */
function findCourse({ requested, enrolled, past }: MyCourses, id: string) {
  const isThis = ({ course }: MyCourses['past'][number]) => course._id === id;
  const current = [...enrolled, ...requested].find(isThis);
  const before = past.find(isThis);
  return current ? { ...current, isPast: false } : before && { ...before, isPast: true };
}

export type Mine = NonNullable<ReturnType<typeof findCourse>>;
