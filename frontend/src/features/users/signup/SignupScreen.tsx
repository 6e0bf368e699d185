import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '#i18n/useLanguage.ts';
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
  useEarlyProof(signup);

  return (
    <FormScreen
      header={<StepProgress occupation={signup.occupation} step={signup.step} />}
      intro={t(introKey(signup))}
      links={
        <p>
          {t('haveAccount')} {/* The return path stays. */}
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

/** Begins a proof of work with the first entry, so that nobody waits for it after the last one. */
function useEarlyProof({ hasEntries, leaveSignal, proofsNeeded, setEarlyProof }: Signup) {
  const lang = useLanguage().code;
  const started = useRef(0);
  useEffect(() => {
    if (hasEntries && started.current < proofsNeeded) {
      started.current = proofsNeeded;
      import('./proof/earlyProof.ts')
        .then(({ startEarlyProof }) => {
          setEarlyProof(startEarlyProof(lang, leaveSignal));
        })
        .catch(() => undefined);
    }
  }, [hasEntries, lang, leaveSignal, proofsNeeded, setEarlyProof]);
}

function introKey({ hasLostPassword, hasLostFiles }: Signup) {
  if (hasLostPassword) {
    return hasLostFiles ? 'restoredWithoutFiles' : 'restored';
  }
  return hasLostFiles ? 'withoutFiles' : 'intro';
}
