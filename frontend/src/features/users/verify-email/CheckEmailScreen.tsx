import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import {
  signupReturnPath,
  pendingSignup,
  pendingSince,
  type PendingSignup,
} from '#entities/session/drafts.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { ButtonLink, Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { TextLink } from '#ui/Link.tsx';
import { ResendButton } from '#ui/ResendButton.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { withoutStep } from '#ui/steps/useSteps.ts';
import { CorrectEmailForm, NewLinkForm, VerificationResult } from './forms.tsx';
import { resendVerification } from './api.ts';
import styles from './Verification.module.css';

/**
 * What the card on the home screen shows after a sign-up, at an address of its own. In a tab without a sign-up, it has a form that requests
 * a link for an email address.
 */
export function CheckEmailScreen() {
  const { t } = useTranslation('checkEmail');
  /** It has the path to which a login returns. */
  const { state } = useLocation() as { state: unknown };
  const [signup, update] = usePendingSignup();

  return (
    <FormScreen
      links={<LoginAfterVerification email={signup?.email} state={withoutStep(state)} />}
      title={t('title')}
    >
      {signup ? (
        <PendingSignupSteps onChange={update} signup={signup} />
      ) : (
        <>
          <p>{t('unknown')}</p>
          <NewLinkForm />
          <ButtonLink to="/signup" variant="outlined">
            {t('signup')}
          </ButtonLink>
        </>
      )}
    </FormScreen>
  );
}

/** On the home screen, to which a sign-up leads (spec §4): what to do next, for as long as the email address is not verified. */
export function PendingSignupCard() {
  const { t } = useTranslation('checkEmail');
  const id = useId();
  const [signup, update] = usePendingSignup();
  return (
    signup && (
      <div className={styles.place}>
        <Card aria-labelledby={id} as="section" className={styles.card}>
          <h2 id={id}>{t('title')}</h2>
          <PendingSignupSteps onChange={update} signup={signup} />
          <LoginAfterVerification email={signup.email} state={{ from: signupReturnPath.read() }} />
        </Card>
      </div>
    )
  );
}

const SECOND_MS = 1000;
const MINUTE = 60;

interface PendingSignupStepsProps {
  signup: PendingSignup;
  onChange: (signup: PendingSignup) => void;
}

/** What happens after a sign-up, and what to do when no email arrives. */
function PendingSignupSteps({ signup, onChange }: PendingSignupStepsProps) {
  const { t } = useTranslation(['checkEmail', 'signupSteps']);
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const formId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const { email, mayResendAt } = signup;

  /** Unless the email address was changed meanwhile. */
  const changePause = (changed: PendingSignup) => {
    if (pendingSignup.read()?.email === changed.email) {
      onChange(changed);
    }
  };

  const resend = async () => {
    try {
      const message = await resendVerification(lang, email, (seconds) => {
        changePause({ email, mayResendAt: Date.now() + seconds * SECOND_MS });
      });
      showSuccess(message);
      changePause(pendingSince(Date.now(), email));
    } catch (failure) {
      showError(errorMessage(failure));
    }
  };

  return (
    <>
      <VerificationResult severity="success">
        <BreakableText
          text={t('signupSteps:user_created_successfully', { email: isolatedEmail(email) })}
        />
      </VerificationResult>
      <ul className={styles.steps}>
        <li>{t('open')}</li>
        <li>{t('here')}</li>
        <li>{t('spam')}</li>
      </ul>
      <ResendButton
        countdown={(seconds) =>
          seconds > MINUTE
            ? t('minutes', { count: Math.ceil(seconds / MINUTE) })
            : t('seconds', { count: seconds })
        }
        mayResend={t('mayResend')}
        onResend={resend}
        until={mayResendAt}
      >
        {t('resend')}
      </ResendButton>
      <Button
        aria-controls={formId}
        aria-expanded={isCorrecting}
        onClick={() => {
          setIsCorrecting(!isCorrecting);
        }}
        ref={toggle}
        variant="outlined"
      >
        {t('mistyped')}
      </Button>
      <div hidden={!isCorrecting} id={formId}>
        {isCorrecting && (
          <CorrectEmailForm
            email={email}
            onCorrected={(corrected) => {
              // Before the focused button of the form disappears.
              toggle.current?.focus();
              setIsCorrecting(false);
              onChange(pendingSince(Date.now(), corrected));
            }}
          />
        )}
      </div>
    </>
  );
}

interface LoginAfterVerificationProps {
  email: string | undefined;
  /** It has the path to which the login returns. */
  state: object | null;
}

/** For users who have opened the verification link elsewhere. */
function LoginAfterVerification({ email, state }: LoginAfterVerificationProps) {
  const { t } = useTranslation(['checkEmail', 'common']);
  return (
    <p>
      <span>{t('confirmed')}</span>{' '}
      <TextLink state={{ ...state, ...(email !== undefined && { email }) }} to="/login">
        {t('common:pages.login')}
      </TextLink>
    </p>
  );
}

/** The last sign-up of this tab, and a function that stores what changes of it. */
function usePendingSignup() {
  const [signup, setSignup] = useState(() => pendingSignup.read());
  const update = (changed: PendingSignup) => {
    pendingSignup.write(changed);
    setSignup(changed);
  };
  return [signup, update] as const;
}
