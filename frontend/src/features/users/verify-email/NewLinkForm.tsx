import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { Icon } from '#ui/Icon.tsx';
import { resendVerification } from './api.ts';
import styles from './Verification.module.css';

/** Requests another verification link in place of one that is invalid. The response is the same for every email address. */
export function NewLinkForm() {
  const { t } = useTranslation(['verifyEmail', 'signIn']);
  const lang = useLanguage().code;
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    defaultValues: { email: '' },
    validate: ({ email }) => ({ email: validateEmail(email) }),
    submit: async (values) => {
      const email = normalizeEmail(values.email);
      // The same text is announced again only if it was gone.
      setSentTo('');
      await resendVerification(lang, email);
      setSentTo(email);
    },
  });
  return (
    <>
      <p>{t('whatToDo')}</p>
      <Form form={form}>
        <TextField
          autoComplete="email"
          inputMode="email"
          label={t('signIn:fields.email')}
          ltr
          onValueChange={() => {
            setSentTo('');
          }}
          type="email"
          control={form.control}
          name="email"
        />
        <Button busy={form.formState.isSubmitting} type="submit">
          {t('resend')}
        </Button>
      </Form>
      <VerificationResult severity="success">
        {sentTo && t('resent', { email: isolatedEmail(sentTo) })}
      </VerificationResult>
    </>
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
