import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Elements } from '#ui/elements.ts';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { correctEmail, resendVerification } from './api.ts';
import styles from './Verification.module.css';

/** Requests another verification link in place of one that is invalid. The response is the same for every email address. */
export function NewLinkForm() {
  const { t } = useTranslation(['verifyEmail', 'signIn']);
  const lang = useLanguage().code;
  const [sentTo, setSentTo] = useState('');
  return (
    <>
      <p>{t('whatToDo')}</p>
      <EmailForm
        email=""
        label={t('signIn:fields.email')}
        onValueChange={() => {
          setSentTo('');
        }}
        submit={async (email) => {
          // The same text is announced again only if it was gone.
          setSentTo('');
          await resendVerification(lang, email);
          setSentTo(email);
        }}
        submitLabel={t('resend')}
      />
      <VerificationResult severity="success">
        {sentTo && t('resent', { email: isolatedEmail(sentTo) })}
      </VerificationResult>
    </>
  );
}

interface CorrectEmailFormProps {
  /** The address of the sign-up, in which a few letters may be wrong. */
  email: string;
  onCorrected: (email: string) => void;
}

/** Changes a mistyped email address, which sends a link to the new one. */
export function CorrectEmailForm({ email, onCorrected }: CorrectEmailFormProps) {
  const { t } = useTranslation('checkEmail');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  return (
    <EmailForm
      email={email}
      label={t('newEmail')}
      submit={async (corrected) => {
        showSuccess(await correctEmail(lang, corrected));
        onCorrected(corrected);
      }}
      submitLabel={t('correct')}
      takesFocus
    />
  );
}

interface EmailFormProps {
  email: string;
  label: string;
  submitLabel: string;
  submit: (email: string) => Promise<void>;
  onValueChange?: () => void;
  takesFocus?: boolean;
}

function EmailForm({
  email,
  label,
  submitLabel,
  submit,
  takesFocus = false,
  ...field
}: EmailFormProps) {
  const form = useForm({
    defaultValues: { email },
    validate: (values) => ({ email: validateEmail(values.email) }),
    submit: (values) => submit(normalizeEmail(values.email)),
  });
  return (
    <Form form={form} takesFocus={takesFocus}>
      <TextField
        {...field}
        autoComplete="email"
        control={form.control}
        inputMode="email"
        label={label}
        ltr
        name="email"
        type="email"
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {submitLabel}
      </Button>
    </Form>
  );
}

interface VerificationResultProps {
  /** Undefined while the result is pending. */
  severity?: 'success' | 'error';
  /** Replaces the icon of the severity. */
  icon?: Elements;
  /** Without a text, there is no result yet. */
  children: ReactNode;
}

/** The result of an action. Screen readers announce its changes. */
export function VerificationResult({ severity, icon, children }: VerificationResultProps) {
  return (
    <div className={styles.region} role="status">
      {children && (
        <div className={styles.result} data-severity={severity}>
          {icon ?? <Icon name={severity === 'error' ? 'warning' : 'check'} size={28} />}
          <p>{children}</p>
        </div>
      )}
    </div>
  );
}
