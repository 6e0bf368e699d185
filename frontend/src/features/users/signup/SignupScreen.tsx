import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import { DetailsStep } from './components/DetailsStep.tsx';
import { StepProgress } from './components/StepProgress.tsx';
import { isTeacherStep } from './steps.ts';
import { useSignup, type Signup } from './useSignup.ts';

const OccupationStep = lazyComponent(
  async () => (await import('./components/OccupationStep.tsx')).OccupationStep,
  { translations: ['signupSteps'] },
);
const TeacherSteps = lazyComponent(
  async () => (await import('./components/TeacherSteps.tsx')).TeacherSteps,
  { translations: ['courses', 'signupSteps', 'upload'] },
);

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

  const { hasEntries } = signup;

  useEffect(() => {
    if (hasEntries) {
      OccupationStep.preload();
    }
  }, [hasEntries]);

  return (
    <FormScreen
      header={<StepProgress occupation={signup.occupation} step={signup.step} />}
      intro={t(introKey(signup))}
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
      {signup.step === 'details' ? (
        // In a boundary, it would hydrate in one long task: the form renders again as soon as it is ready.
        <DetailsStep {...signup} />
      ) : (
        <Suspense fallback={null}>
          {signup.step === 'occupation' && <OccupationStep {...signup} />}
          {isTeacherStep(signup.step) && <TeacherSteps {...signup} step={signup.step} />}
        </Suspense>
      )}
      {signup.hasEntries && (
        <LazyUnsavedChangesDialog
          isDirty
          warnsOnUnload={signup.hasPassword}
          onDiscard={signup.giveUp}
        />
      )}
    </FormScreen>
  );
}

function introKey({ hasLostPassword, hasLostFiles }: Signup) {
  if (hasLostPassword) {
    return hasLostFiles ? 'restoredWithoutFiles' : 'restored';
  }
  return hasLostFiles ? 'withoutFiles' : 'intro';
}
