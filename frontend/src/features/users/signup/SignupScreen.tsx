import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { TextLink } from '#ui/Link.tsx';
import { useIsHydrated } from '#ui/browserState.ts';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import {
  type Occupation,
  isTeacherStep,
  steps as allSteps,
  type Step,
  wantedCourseIn,
} from './signupValues.ts';
import { useSignup, type Signup } from './useSignup.ts';
import styles from './SignupScreen.module.css';

const OccupationStep = lazyComponent(
  async () => (await import('./OccupationStep.tsx')).OccupationStep,
  { translations: ['signupSteps'] },
);
const TeacherSteps = lazyComponent(async () => (await import('./TeacherSteps.tsx')).TeacherSteps, {
  translations: ['courses', 'signupSteps', 'upload'],
});

/** Loaded with the first entry, because the budget of a first visit has no room for it. */
const LazyUnsavedChangesDialog = lazyComponent(
  async () => (await import('#ui/unsaved/UnsavedChangesDialog.tsx')).UnsavedChangesDialog,
  { translations: ['unsaved'], Failed: NoNotice },
);

/** Signing up, step by step (spec §2 and §4). The next step is preloaded during the first one. */
export function SignupScreen() {
  const { t } = useTranslation(['signup', 'common']);
  const signup = useSignup();
  const { state } = useLocation() as { state: unknown };
  const { choices, hasEntries, leaving, registration, step } = signup;
  // A reload keeps the state, which the prerendered page does not have.
  const wanted = useIsHydrated() && wantedCourseIn(state);

  useEffect(() => {
    if (hasEntries) {
      OccupationStep.preload();
    }
  }, [hasEntries]);

  return (
    <FormScreen
      header={<StepProgress occupation={choices.occupation} step={step} />}
      intro={
        <>
          <span>{t(introKey(signup.lost))}</span>
          {wanted && (
            <p className={styles.wanted}>
              <span>{t('wanted')}</span> <bdi>{wanted}</bdi>
            </p>
          )}
        </>
      }
      links={
        <p>
          <span>{t('haveAccount')}</span> {/* The return path stays. */}
          <TextLink state={state} to="/login">
            {t('login')}
          </TextLink>
        </p>
      }
      title={t('common:pages.signup')}
      wide
    >
      {step === 'details' ? (
        // In a boundary, it would hydrate in one long task: the form renders again as soon as it is ready.
        <DetailsStep {...signup} />
      ) : (
        <Suspense fallback={null}>
          {step === 'occupation' && <OccupationStep {...signup} />}
          {isTeacherStep(step) && <TeacherSteps {...signup} step={step} />}
        </Suspense>
      )}
      {hasEntries && registration.progress !== 'registered' && (
        <LazyUnsavedChangesDialog isDirty {...leaving} />
      )}
      {/* The home screen shows what to do next, for as long as it is needed. */}
      {registration.progress === 'registered' && <Navigate to="/" />}
    </FormScreen>
  );
}

function introKey({ password, files }: Signup['lost']) {
  if (password) {
    return files ? 'restoredWithoutFiles' : 'restored';
  }
  return files ? 'withoutFiles' : 'intro';
}

interface StepProgressProps {
  step: Step;
  occupation: Occupation | null;
}

const STUDENT_STEP_COUNT = 2;

/** The current step and the list of steps. Teachers have more steps than students (spec §4). */
function StepProgress({ step, occupation }: StepProgressProps) {
  const { t } = useTranslation('signup');
  const steps = occupation === 'teacher' ? allSteps : allSteps.slice(0, STUDENT_STEP_COUNT);
  const current = steps.indexOf(step);
  return (
    <div className={styles.progress}>
      <p className={styles.count}>{t('step', { step: current + 1, count: steps.length })}</p>
      <ol className={styles.steps} data-many={steps.length > STUDENT_STEP_COUNT || undefined}>
        {steps.map((id, index) => (
          <li
            aria-current={id === step ? 'step' : undefined}
            className={styles.step}
            data-reached={index <= current}
            key={id}
          >
            {t(`steps.${id}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}
