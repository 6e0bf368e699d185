import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '#entities/my-courses/api.ts';
import { CourseState, Quotation } from '#entities/my-courses/CourseState.tsx';
import { findMembership, shownStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { TextLink } from '#ui/Link.tsx';
import { PlainScreen } from '#ui/PlainScreen.tsx';
import { Materials } from './materials/Materials.tsx';
import { MyCoursesLoading } from './MyCoursesLoading.tsx';
import { Payer } from './Payer.tsx';
import { Payment } from './Payment.tsx';
import { PlaceActions } from './PlaceActions.tsx';
import { RunDates } from './RunDates.tsx';
import styles from './PlacePage.module.css';

/** What the user has of one course, and what they can do about it. */
export function PlacePage({ courseId }: { courseId: string }) {
  const { t } = useTranslation('myPlace');
  const query = useMyCourses();
  const membership = query.data && findMembership(query.data, courseId);
  if (query.data && !membership) {
    return (
      <PlainScreen message={t('notFound.message')} title={t('notFound.title')}>
        <ButtonLink to="/my-courses">{t('all')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <FormScreen
      header={
        <div>
          <TextLink to="/my-courses">{t('all')}</TextLink>
        </div>
      }
      title={membership?.course.name ?? t('title')}
      wide
    >
      {membership ? <Place membership={membership} /> : <MyCoursesLoading query={query} />}
    </FormScreen>
  );
}

function Place({ membership }: { membership: Membership }) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const status = useRef<HTMLDivElement>(null);
  const { course, isPast, message, reason, run } = membership;
  const state = shownStateOf(membership, isPast);
  return (
    <>
      <div className={styles.status} ref={status} tabIndex={-1}>
        <CourseState isPast={isPast} myCourse={membership} />
        <Steps state={state} />
        <p>{t(`now.${state}`)}</p>
        {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
      </div>
      <Payment membership={membership} />
      <Payer membership={membership} />
      <RunDates membership={membership} />
      {run && (state === 'confirmed' || state === 'finished') && (
        <Materials courseId={course._id} runId={run.id} />
      )}
      {message && (
        <div>
          <Quotation label={t('myCourses:message')} text={message} />
        </div>
      )}
      <div className={styles.actions}>
        <PlaceActions
          membership={membership}
          onEnded={() => {
            // The button that opened the dialog is gone.
            status.current?.focus();
          }}
        />
      </div>
    </>
  );
}

const steps = ['requested', 'offered', 'confirmed', 'finished'] as const;

/** How far the place is. Nothing when it has ended before its course. */
function Steps({ state }: { state: ReturnType<typeof shownStateOf> }) {
  const { t } = useTranslation('myPlace');
  const current = steps.findIndex((step) => step === (state === 'waiting' ? 'requested' : state));
  return (
    current >= 0 && (
      <ol aria-label={t('steps.label')} className={styles.steps}>
        {steps.map((step, index) => (
          <li
            aria-current={index === current ? 'step' : undefined}
            data-done={index <= current}
            key={step}
          >
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
    )
  );
}
