import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import type { CourseDetails } from '#entities/course/api.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import { CourseSkeleton } from './CourseSkeleton.tsx';
import styles from './Enrolment.module.css';
import type { MemberEnrolmentProps } from './MemberEnrolment.tsx';
import { RunList, useRuns } from './RunList.tsx';

/** Loaded for signed-in users only. */
const MemberEnrolment = lazyComponent<MemberEnrolmentProps>(
  async () => (await import('./MemberEnrolment.tsx')).MemberEnrolment,
  {
    placeholder: <CourseSkeleton />,
    translations: ['coursePrices', 'errors', 'myCourses', 'placeRequest'],
  },
);

interface EnrolmentProps {
  course: CourseDetails;
}

/** The runs of a course, and how to get a place in one. */
export function Enrolment({ course }: EnrolmentProps) {
  const { t } = useTranslation('coursePage');
  const id = useId();
  const isVisitor = !useHasAccessToken();
  const runs = useRuns(course.runs);
  return (
    <Card aria-labelledby={id} as="section" className={styles.enrolment}>
      <h2 className={styles.title} id={id}>
        {t('runs.title')}
      </h2>
      {runs.length === 0 && <p>{t('runs.none')}</p>}
      {isVisitor ? (
        <>
          <RunList course={course} runs={runs} />
          <SignupInvitation canAsk={runs.some(({ state }) => state === 'open')} />
        </>
      ) : (
        <MemberEnrolment course={course} runs={runs} />
      )}
    </Card>
  );
}

/** For visitors. Signing up and logging in lead back to this page. */
function SignupInvitation({ canAsk }: { canAsk: boolean }) {
  const { t } = useTranslation(['coursePage', 'courses']);
  const state = { from: useLocation().pathname };
  return (
    <div className={styles.invitation}>
      <p>{canAsk ? t('visitor.invitation') : t('courses:signup.invitation')}</p>
      <ButtonLink state={state} to="/signup">
        {canAsk ? t('visitor.ask') : t('courses:signup.button')}
      </ButtonLink>
      <p>
        <span>{t('visitor.haveAccount')}</span>{' '}
        <TextLink state={state} to="/login">
          {t('visitor.login')}
        </TextLink>
      </p>
    </div>
  );
}
