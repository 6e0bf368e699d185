import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  pendingSignup,
  pendingSince,
  type PendingSignup,
} from '#entities/session/pendingSignup.ts';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { ResendButton } from '#ui/ResendButton.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { TextLink } from '#ui/Link.tsx';
import { resendVerification, correctEmail } from './api.ts';
import { VerificationResult } from './NewLinkForm.tsx';
import styles from './Verification.module.css';

const SECOND_MS = 1000;
const MINUTE = 60;

interface PendingSignupStepsProps {
  signup: PendingSignup;
  onChange: (signup: PendingSignup) => void;
}

/** What happens after a sign-up, and what to do when no email arrives. */
export function PendingSignupSteps({ signup, onChange }: PendingSignupStepsProps) {
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

interface CorrectEmailFormProps {
  /** The address of the sign-up, in which a few letters may be wrong. */
  email: string;
  onCorrected: (email: string) => void;
}

/** Changes a mistyped email address, which sends a link to the new one. */
function CorrectEmailForm({ email, onCorrected }: CorrectEmailFormProps) {
  const { t } = useTranslation('checkEmail');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const form = useForm({
    defaultValues: { email },
    validate: (values) => ({ email: validateEmail(values.email) }),
    submit: async (values) => {
      const corrected = normalizeEmail(values.email);
      showSuccess(await correctEmail(lang, corrected));
      onCorrected(corrected);
    },
  });
  return (
    <Form form={form} takesFocus>
      <TextField
        autoComplete="email"
        inputMode="email"
        label={t('newEmail')}
        ltr
        type="email"
        control={form.control}
        name="email"
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('correct')}
      </Button>
    </Form>
  );
}

interface LoginAfterVerificationProps {
  email: string | undefined;
  /** It has the path to which the login returns. */
  state: object | null;
}

/** For users who have opened the verification link elsewhere. */
export function LoginAfterVerification({ email, state }: LoginAfterVerificationProps) {
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
export function usePendingSignup() {
  const [signup, setSignup] = useState(() => pendingSignup.read());
  const update = (changed: PendingSignup) => {
    pendingSignup.write(changed);
    setSignup(changed);
  };
  return [signup, update] as const;
}
