import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { signupReturnPath } from '#entities/session/pendingSignup.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { ApiError } from '#lib/apiError.ts';
import { tokenInLink } from '#lib/tokenInLink.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { ReturnRedirect } from '#ui/ReturnRedirect.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import { NewLinkForm } from './components/NewLinkForm.tsx';
import { VerificationQuestion } from './components/VerificationQuestion.tsx';
import { VerificationResult } from './components/VerificationResult.tsx';
import { useVerification } from './useVerification.ts';

interface LinkState {
  token?: string;
  /** The user was deleted, which the screen still shows after a reload. */
  isRejected?: boolean;
}

/**
 * The target of the verification link (contract, call 17). The token moves from the URL to the location's state
 * at once: neither referrers nor the browser's history show it there, and a reload keeps it.
 */
export function VerifyEmailScreen() {
  const { t } = useTranslation(['signIn', 'common']);
  const { search, state } = useLocation() as { search: string; state: LinkState | null };
  const token = tokenInLink(search);
  if (token) {
    const kept: LinkState = { token };
    return <Navigate replace state={kept} to="/verify-email" />;
  }
  if (state?.isRejected) {
    return (
      <FormScreen title={t('verify.rejectedTitle')}>
        <VerificationResult severity="success">{t('verify.rejected')}</VerificationResult>
        <ButtonLink to="/">{t('common:backToHome')}</ButtonLink>
      </FormScreen>
    );
  }
  return <Verification token={state?.token ?? ''} />;
}

function Verification({ token }: { token: string }) {
  const { t } = useTranslation('signIn');
  const verification = useVerification(token);
  const { failure, isAsking, isLookingUp, isSignedIn, isVerified, isVerifying } = verification;
  if (isSignedIn) {
    return <ReturnRedirect path={signupReturnPath.read()} />;
  }
  const isPending = isLookingUp || isVerifying || isAsking;
  const outcome = failure ? t('verify.failedTitle') : isVerified && t('verify.doneTitle');
  return (
    <FormScreen title={(!isPending && outcome) || t('verify.title')}>
      <VerificationSteps token={token} verification={verification} />
    </FormScreen>
  );
}

interface VerificationStepsProps {
  token: string;
  verification: ReturnType<typeof useVerification>;
}

/** Shows one state at a time. Each has its own message, which screen readers announce. */
function VerificationSteps({ token, verification }: VerificationStepsProps) {
  const { t } = useTranslation(['signIn', 'common']);
  const errorMessage = useErrorMessage();
  const navigate = useNavigate();
  const { link, failure } = verification;

  /** After a navigation, the title takes the focus. The focused button disappears. */
  const focusTitle = () => {
    void navigate('/verify-email', { replace: true, state: { token } });
  };

  if (verification.isLookingUp || verification.isVerifying) {
    return (
      <VerificationResult icon={<Spinner />}>
        {verification.isVerifying ? t('verify.underWay') : t('verify.lookingUp')}
      </VerificationResult>
    );
  }
  if (failure) {
    const isInvalid = failure instanceof ApiError && failure.status === 400;
    return (
      <>
        <VerificationResult severity="error">{errorMessage(failure)}</VerificationResult>
        {isInvalid ? (
          <NewLinkForm />
        ) : (
          <Button
            onClick={() => {
              verification.retry();
              focusTitle();
            }}
          >
            {t('common:retry')}
          </Button>
        )}
        {isInvalid && <TextLink to="/login">{t('common:pages.login')}</TextLink>}
      </>
    );
  }
  if (link && verification.isAsking) {
    return (
      <VerificationQuestion
        link={link}
        onConfirm={() => {
          verification.confirm();
          focusTitle();
        }}
        onRefused={() => {
          verification.lookUp();
          focusTitle();
        }}
        onRejected={() => {
          const state: LinkState = { isRejected: true };
          void navigate('/verify-email', { replace: true, state });
        }}
        token={token}
      />
    );
  }
  return (
    <>
      <VerificationResult severity="success">{t('verify.done')}</VerificationResult>
      <ButtonLink state={{ email: link?.email }} to="/login">
        {t('common:pages.login')}
      </ButtonLink>
      <p>{t('verify.notYours')}</p>
      <TextLink to="/forgot-password">{t('common:pages.forgotPassword')}</TextLink>
    </>
  );
}
