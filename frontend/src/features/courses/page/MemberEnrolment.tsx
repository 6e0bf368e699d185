import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#entities/course/api.ts';
import { formatDates } from '#entities/course/formatRun.ts';
import { useMyCourses } from '#entities/my-courses/api.ts';
import { CourseState, Quotation } from '#entities/my-courses/CourseState.tsx';
import { findMembership, placeStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { useWithdrawal, WithdrawDialog } from '#entities/my-courses/WithdrawDialog.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { focusAfter, useRetainFocus } from '#ui/focus.ts';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { PlaceRequestForm } from './PlaceRequestForm.tsx';
import { usePricesOfUser } from '../api.ts';
import { Price, useTaxNote } from '../prices.tsx';
import { CourseSkeleton } from './CourseSkeleton.tsx';
import { RunList, type RunWithState } from './RunList.tsx';
import styles from './MemberEnrolment.module.css';

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

  const membership = myCourses && findMembership(myCourses, course._id);
  const placeState = membership && placeStateOf(membership);
  const isEnrolled = placeState === 'confirmed';
  const isPending = membership?.state === 'pending' && !membership.isPast;
  const mayChange = isPending && placeState !== 'offered';
  const canAsk = runs.some(({ state }) => state !== 'started');
  if (isChanging && !canAsk) {
    // The form is gone. A run that opens later does not bring it back by itself.
    setIsChanging(false);
  }
  const mayAsk = canAsk && !isEnrolled && (!isPending || (mayChange && isChanging));
  const hasFailed = failure && !myCourses;

  // The form can disappear by itself while it has the focus.
  const { ref: state, ...form } = useRetainFocus<HTMLDivElement>(mayAsk);
  const close = () => {
    focusAfter(state, () => {
      setIsChanging(false);
    });
  };

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
              isChanging={isChanging}
              membership={membership}
              onChange={
                canAsk && mayChange
                  ? () => {
                      setIsChanging(true);
                    }
                  : undefined
              }
              onWithdrawn={close}
            />
          )}
          {!canAsk && runs.length > 0 && !isEnrolled && !isPending && <p>{t('noPlaces')}</p>}
        </div>
      )}
      {myCourses && mayAsk && (current ?? userError) && (
        <div {...form}>
          <PlaceRequestForm
            course={course}
            membership={membership}
            onAsked={() => {
              close();
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

interface CourseMembershipProps {
  membership: Membership;
  /** Whether the form for another request is open. */
  isChanging: boolean;
  /** Opens the form. Undefined when there is no run to ask for. */
  onChange: (() => void) | undefined;
  onWithdrawn: () => void;
}

/** What the user has of the course: a request that waits, a place, or how either has ended. */
function CourseMembership({ membership, ...actions }: CourseMembershipProps) {
  const { t } = useTranslation(['placeRequest', 'myCourses']);
  const language = useLanguage();
  const { isPast, run, reason, message } = membership;
  const state = placeStateOf(membership);
  if (isPast && state !== 'confirmed') {
    return null;
  }
  const tag = <CourseState isPast={isPast} myCourse={membership} />;
  const dates = run && <p className={styles.dates}>{formatDates(run, language)}</p>;
  if (state === 'confirmed' || state === 'offered') {
    return (
      <>
        {tag}
        <p>{isPast ? t('ended') : state === 'offered' ? t('offered') : t('enrolled')}</p>
        {dates}
        <ButtonLink to={`/my-courses/${membership.course._id}`} variant="outlined">
          {state === 'offered' ? t('pay') : t('place')}
        </ButtonLink>
      </>
    );
  }
  if (state === 'requested' || state === 'waiting') {
    return (
      <>
        {tag}
        <p>{state === 'waiting' ? t('waiting') : t('pending')}</p>
        {dates}
        {message && <Quotation label={t('myCourses:message')} text={message} />}
        <p>{state === 'waiting' ? t('listAfterwards') : t('pendingAfterwards')}</p>
        <RequestActions {...actions} course={membership.course} state={state} />
      </>
    );
  }
  return (
    <>
      {tag}
      <p>{t(`ends.${state}`)}</p>
      {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
    </>
  );
}

interface RequestActionsProps extends Omit<CourseMembershipProps, 'membership'> {
  course: Membership['course'];
  state: 'requested' | 'waiting';
}

function RequestActions({ course, state, isChanging, onChange, onWithdrawn }: RequestActionsProps) {
  const { t } = useTranslation(['placeRequest', 'myCourses']);
  const withdrawal = useWithdrawal(onWithdrawn);
  return (
    <>
      <div className={styles.actions}>
        {onChange && !isChanging && (
          <Button onClick={onChange} variant="outlined">
            {t('change')}
          </Button>
        )}
        <Button
          onClick={() => {
            withdrawal.ask({ course, state });
          }}
          variant="outlined"
        >
          {t(`myCourses:withdraw.${state}.action`)}
        </Button>
      </div>
      <WithdrawDialog {...withdrawal} />
    </>
  );
}

/** The price of a course in the user's country, and whether it includes tax. Nothing while it loads, and without a price. */
function MemberPrice({ courseId }: { courseId: string }) {
  const { t } = useTranslation('coursePrices');
  const { country, prices, failure } = usePricesOfUser();
  const tax = useTaxNote();
  const price = prices?.get(courseId);
  if (failure) {
    return <Notice {...failure} title={t('failed')} />;
  }
  return (
    price &&
    country !== undefined && (
      <p className={styles.price}>
        <span className={styles.secondary}>{t('price')}</span>
        <Price className={styles.amount} country={country} price={price} />
        {tax && <span className={styles.secondary}>{tax}</span>}
      </p>
    )
  );
}
