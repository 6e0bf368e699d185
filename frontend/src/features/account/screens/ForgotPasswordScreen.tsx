import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { FormError } from '../../../components/form/FormError.tsx';
import { FormScreen } from '../../../components/form/FormScreen.tsx';
import { useSnackbar } from '../../../components/snackbar/snackbarContext.ts';
import { CodeStep } from '../components/CodeStep.tsx';
import { EmailStep } from '../components/EmailStep.tsx';
import { NewPasswordStep } from '../components/NewPasswordStep.tsx';
import { StepHead } from '../components/StepHead.tsx';

const STEPS = 3;

/** The three steps of a password reset (spec §4, Forgot password). Each success is one step on, back is one step back. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { showSuccess } = useSnackbar();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [step, setStep] = useState(0);
  const [email, setEmail] = useState('');
  const [sentMessage, setSentMessage] = useState('');
  const [expiry, setExpiry] = useState<unknown>();

  const toLogin = () => {
    void navigate('/login', { state });
  };
  const titles = [t('common:pages.forgotPassword'), t('code.title'), t('newPassword.title')];

  return (
    <FormScreen
      head={
        <StepHead
          onBack={() => {
            setExpiry(undefined);
            if (step === 0) {
              toLogin();
            } else {
              setStep(step - 1);
            }
          }}
          step={step + 1}
          steps={STEPS}
        />
      }
      intro={[t('forgot.intro'), sentMessage, t('newPassword.intro')][step]}
      title={titles[step] ?? ''}
    >
      <FormError failure={expiry} />
      {step === 0 && (
        <EmailStep
          email={email}
          isFirst={sentMessage === ''}
          onSent={(address, message) => {
            setEmail(address);
            setSentMessage(message);
            setExpiry(undefined);
            setStep(1);
          }}
        />
      )}
      {step === 1 && (
        <CodeStep
          email={email}
          onVerified={() => {
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <NewPasswordStep
          email={email}
          onExpired={(failure) => {
            setExpiry(failure);
            setStep(0);
          }}
          onReset={(message) => {
            showSuccess(message || t('newPassword.resetSuccess'));
            toLogin();
          }}
        />
      )}
    </FormScreen>
  );
}
