import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { resetProgress, type ResetProgress } from '#entities/session/drafts.ts';
import { signOutUser } from '#entities/session/session.ts';
import { emailInState } from '#entities/user/email.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { returnPathIn } from '#lib/returnPath.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useSteps, withoutStep } from '#ui/steps/useSteps.ts';
import { CodeStep, EmailStep, NewPasswordStep } from './steps.tsx';
import styles from './ForgotPasswordScreen.module.css';

const STEPS = 3;

/**
 * The three steps of a password reset (spec §4, Forgot password). Signed-in users need it too: deleting the
 * account takes the password.
 */
export function ForgotPasswordScreen() {
  const { t } = useTranslation(['passwordReset', 'signIn', 'common']);
  const { showSuccess } = useSnackbar();
  const hasToken = useHasAccessToken();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  /** A code was requested for `email`. Another one can be requested after a pause. */
  const [{ email, sentAt }, setProgress] = useState(
    () => resetProgress.read() ?? { email: '', sentAt: 0 },
  );
  const [expiredFailure, setExpiredFailure] = useState<unknown>();
  const { step, goTo } = useSteps(email === '' ? 0 : STEPS - 1);
  const [isFirst, setIsFirst] = useState(step === 0);

  const saveProgress = (progress: ResetProgress) => {
    resetProgress.write(progress);
    setProgress(progress);
  };

  const navigateTo = (path: string) => {
    // The email address of this reset replaces the one that was typed at the login.
    void navigate(path, { state: { ...withoutStep(state), ...(email !== '' && { email }) } });
  };
  const titles = [t('common:pages.forgotPassword'), t('code.title'), t('newPassword.title')];
  const intros = [
    t('forgot.intro'),
    t('code.intro', { email: isolatedEmail(email) }),
    t('newPassword.intro'),
  ];

  return (
    <FormScreen
      header={
        <StepHeader
          onBack={() => {
            if (step === 0) {
              navigateTo(hasToken ? (returnPathIn(state) ?? '/settings') : '/login');
            } else {
              goTo(step - 1);
            }
          }}
          step={step + 1}
          steps={STEPS}
        />
      }
      intro={intros[step]}
      title={titles[step] ?? ''}
    >
      {step === 0 && (
        <>
          <FormError failure={expiredFailure} />
          <EmailStep
            email={email || emailInState(state)}
            isFirst={isFirst}
            onSent={(sent) => {
              saveProgress({ email: sent, sentAt: Date.now() });
              setIsFirst(false);
              setExpiredFailure(undefined);
              goTo(1);
            }}
          />
        </>
      )}
      {step === 1 && (
        <CodeStep
          // Another code starts with an empty field.
          key={sentAt}
          email={email}
          onResent={() => {
            saveProgress({ email, sentAt: Date.now() });
          }}
          onVerified={() => {
            goTo(2);
            // In the same transition as the router's change of step.
            startTransition(() => {
              saveProgress({ email, sentAt: 0 });
            });
          }}
          sentAt={sentAt}
        />
      )}
      {step === 2 && (
        <NewPasswordStep
          email={email}
          onExpired={(failure) => {
            setExpiredFailure(failure);
            goTo(0);
          }}
          onReset={async (message) => {
            showSuccess(message || t('newPassword.resetSuccess'));
            resetProgress.clear();
            // A password reset ends every session of the user. A visitor keeps what they wrote before theirs ended.
            if (hasToken) {
              await signOutUser(email);
            }
            navigateTo('/login');
          }}
        />
      )}
    </FormScreen>
  );
}

interface StepHeaderProps {
  /** Starts at 1. */
  step: number;
  steps: number;
  onBack: () => void;
}

/** The number of the current step, and the link back. */
function StepHeader({ step, steps, onBack }: StepHeaderProps) {
  const { t } = useTranslation(['passwordReset', 'signIn', 'common']);
  return (
    <div className={styles.header}>
      <Button className={styles.back} variant="quiet" onClick={onBack}>
        <Icon className={styles.arrow} name="back" size={18} />
        <span>{t('common:navigation.back')}</span>
      </Button>
      <p className={styles.step}>{t('step', { step, steps })}</p>
    </div>
  );
}
