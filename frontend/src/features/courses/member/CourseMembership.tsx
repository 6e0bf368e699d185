import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseState, Quotation } from '#entities/my-courses/CourseState.tsx';
import { WithdrawDialog } from '#entities/my-courses/WithdrawDialog.tsx';
import type { CourseDetails } from '#entities/course/api/getCourse.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { formatDates } from '#entities/course/formatRun.ts';
import type { Membership } from './membership.ts';
import styles from './MemberEnrolment.module.css';

interface CourseMembershipProps {
  course: CourseDetails;
  membership: Membership;
  /** Whether the form for another request is open. */
  isChanging: boolean;
  /** Opens the form. Undefined when there is no run to ask for. */
  onChange: (() => void) | undefined;
  onWithdrawn: () => void;
}

/** What the user has of the course: a request that waits or is declined, or a place. */
export function CourseMembership({
  course,
  membership,
  isChanging,
  onChange,
  onWithdrawn,
}: CourseMembershipProps) {
  const { t } = useTranslation(['placeRequest', 'myCourses']);
  const language = useLanguage();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const { state, isPast, run, reason, message } = membership;
  if (isPast && state !== 'enrolled') {
    return null;
  }
  const dates = run && <p className={styles.dates}>{formatDates(run, language)}</p>;
  if (state === 'enrolled') {
    return (
      <>
        <CourseState isPast={isPast} state={state} />
        <p>{isPast ? t('ended') : t('enrolled')}</p>
        {dates}
      </>
    );
  }
  if (state === 'declined') {
    return (
      <>
        <CourseState state={state} />
        <p>{t('declined')}</p>
        {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
      </>
    );
  }
  return (
    <>
      <CourseState state={state} />
      <p>{t('pending')}</p>
      {dates}
      {message && <Quotation label={t('myCourses:message')} text={message} />}
      <p>{t('pendingAfterwards')}</p>
      <div className={styles.actions}>
        {onChange && !isChanging && (
          <Button onClick={onChange} variant="outlined">
            {t('change')}
          </Button>
        )}
        <Button
          onClick={() => {
            setIsWithdrawing(true);
          }}
          variant="outlined"
        >
          {t('myCourses:withdraw')}
        </Button>
      </div>
      <WithdrawDialog
        course={course}
        onClose={() => {
          setIsWithdrawing(false);
        }}
        onWithdrawn={onWithdrawn}
        open={isWithdrawing}
      />
    </>
  );
}
