import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '#entities/my-courses/api.ts';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { Notice } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { useRetainFocus } from '#ui/useRetainFocus.ts';
import { CourseSkeleton } from '../page/CourseSkeleton.tsx';
import { RunList } from '../page/RunList.tsx';
import type { RunWithState } from '../page/runs.ts';
import { CourseMembership } from './CourseMembership.tsx';
import { MemberPrice } from './MemberPrice.tsx';
import { findMembership } from './membership.ts';
import styles from './MemberEnrolment.module.css';
import { PlaceRequestForm } from './PlaceRequestForm.tsx';

export interface MemberEnrolmentProps {
  course: CourseDetails;
  runs: RunWithState[];
}

/** For signed-in users: the price, what they have of the course, and the request for a place. */
export function MemberEnrolment({ course, runs }: MemberEnrolmentProps) {
  const { t } = useTranslation(['placeRequest', 'myCourses']);
  const { showSuccess } = useSnackbar();
  const { data: current, error: userError } = useCurrentUser();
  const query = useMyCourses();
  const myCourses = query.data;
  const failure = useQueryFailure(query);
  const [isChanging, setIsChanging] = useState(false);
  const [changes, setChanges] = useState(0);

  const membership = myCourses && findMembership(myCourses, course._id);
  const isEnrolled = membership?.state === 'enrolled';
  const isPending = membership?.state === 'pending' && !membership.isPast;
  const hasOpenRun = runs.some((run) => run.state === 'open');
  if (isChanging && !hasOpenRun) {
    // The form is gone. A run that opens later does not bring it back by itself.
    setIsChanging(false);
  }
  const mayAsk = hasOpenRun && !isEnrolled && (!isPending || isChanging);
  const hasFailed = failure && !myCourses;

  // The form can disappear by itself while it has the focus.
  const { ref: state, ...form } = useRetainFocus<HTMLDivElement>(mayAsk);
  useEffect(() => {
    if (changes > 0) {
      // The button that had the focus is gone.
      state.current?.focus();
    }
  }, [changes, state]);

  return (
    <>
      <MemberPrice courseId={course._id} />
      {/* The form shows the runs as well. It needs the courses of the user. */}
      {(!mayAsk || hasFailed) && <RunList course={course} runs={runs} />}
      {hasFailed && <Notice {...failure} title={t('myCourses:failed')} />}
      {!myCourses && !hasFailed && <CourseSkeleton />}
      {myCourses && (
        <div className={styles.state} ref={state} role="status" tabIndex={-1}>
          {membership && (
            <CourseMembership
              course={course}
              isChanging={isChanging}
              membership={membership}
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
      {myCourses && mayAsk && (current ?? userError) && (
        <div {...form}>
          <PlaceRequestForm
            course={course}
            membership={membership}
            onAsked={() => {
              setIsChanging(false);
              setChanges(changes + 1);
              showSuccess(t('asked'));
            }}
            runs={runs}
            takesFocus={isChanging}
            userId={current?.user._id}
          />
        </div>
      )}
    </>
  );
}
