import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { signOut } from '#entities/session/session.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { useSteps, withoutStep } from '#ui/steps/useSteps.ts';
import { CodeStep } from './components/CodeStep.tsx';
import { EmailStep } from './components/EmailStep.tsx';
import { NewPasswordStep } from './components/NewPasswordStep.tsx';
import { StepHeader } from './components/StepHeader.tsx';

const STEPS = 3;

/**
 * The three steps of a password reset (spec §4, Forgot password). Signed-in users need it too: deleting the
 * account takes the password.
 */
export function ForgotPasswordScreen() {
  const { t } = useTranslation(['signIn', 'common']);
  const { showSuccess } = useSnackbar();
  const hasToken = useHasAccessToken();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [email, setEmail] = useState('');
  /** When the current code was sent. Another one can be requested after a pause. */
  const [sentAt, setSentAt] = useState(0);
  const [expiredFailure, setExpiredFailure] = useState<unknown>();
  const { step, goTo } = useSteps(email === '' ? 0 : STEPS - 1);

  const navigateTo = (path: string) => {
    void navigate(path, { state: withoutStep(state) });
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
              navigateTo(hasToken ? '/delete' : '/login');
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
            email={email}
            isFirst={email === ''}
            onSent={(address) => {
              setEmail(address);
              setSentAt(Date.now());
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
            setSentAt(Date.now());
          }}
          onVerified={() => {
            goTo(2);
            // In the same transition as the router's change of step.
            startTransition(() => {
              setSentAt(0);
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
          onReset={(message) => {
            showSuccess(message || t('newPassword.resetSuccess'));
            // A password reset ends every session of the user.
            signOut();
            navigateTo('/login');
          }}
        />
      )}
    </FormScreen>
  );
}
