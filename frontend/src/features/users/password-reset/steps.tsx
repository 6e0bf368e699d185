import { useId } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { client, responseOf } from '#api/client.ts';
import type { components } from '#api/schema.d.ts';
import {
  NewPasswordFields,
  validateNewPassword,
  type NewPasswordValues,
} from '#entities/password/NewPasswordFields.tsx';
import { RESEND_PAUSE_MS } from '#entities/session/drafts.ts';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { ResendButton } from '#ui/ResendButton.tsx';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { Form } from '#ui/form/Form.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { CodeField, EMPTY_CODE, type CodeForm } from './CodeField.tsx';

interface EmailStepProps {
  /** The email address of an earlier attempt. */
  email: string;
  /** No later step has been shown yet. */
  isFirst: boolean;
  onSent: (email: string) => void;
}

/** Requests the code. The response does not reveal whether the user exists (contract, call 6). */
export function EmailStep({ email, isFirst, onSent }: EmailStepProps) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { email },
    validate: (values) => ({ email: validateEmail(values.email) }),
    submit: async (values) => {
      const sent = normalizeEmail(values.email);
      await requestReset(lang, sent);
      onSent(sent);
    },
  });
  return (
    <Form failureFallback={t('forgot.requestFailed')} form={form} takesFocus={!isFirst}>
      <TextField
        autoComplete="username"
        inputMode="email"
        label={t('signIn:fields.email')}
        ltr
        type="email"
        control={form.control}
        name="email"
      />
      <Button busy={form.formState.isSubmitting} type="submit">
        {t('forgot.submit')}
      </Button>
    </Form>
  );
}

interface CodeStepProps {
  email: string;
  /** When the code was sent. Another code remounts this step. */
  sentAt: number;
  onResent: () => void;
  onVerified: () => void;
}

/** Takes the code from the email, or requests another one, which invalidates the first. */
export function CodeStep({ email, sentAt, onResent, onVerified }: CodeStepProps) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const errorId = useId();
  const form = useForm({
    defaultValues: { boxes: EMPTY_CODE },
    validate: () => ({}),
    submit: async ({ boxes }) => {
      await verifyResetCode(lang, email, boxes.join(''));
      onVerified();
    },
  });

  const resend = async () => {
    try {
      showSuccess(await requestReset(lang, email));
      onResent();
    } catch (failure) {
      showError(errorMessage(failure, t('forgot.requestFailed')));
    }
  };

  return (
    <Form failureFallback={t('code.invalidCode')} failureId={errorId} form={form} takesFocus>
      <CodeField errorId={form.failure === undefined ? undefined : errorId} form={form} />
      <CodeButton form={form} />
      <ResendButton
        countdown={(count) => t('code.countdown', { count })}
        mayResend={t('code.mayResend')}
        onResend={resend}
        until={sentAt + RESEND_PAUSE_MS}
      >
        {t('code.resend')}
      </ResendButton>
    </Form>
  );
}

function CodeButton({ form }: { form: CodeForm }) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const boxes = useWatch({ control: form.control, name: 'boxes' });
  return (
    <Button busy={form.formState.isSubmitting} disabled={boxes.includes('')} type="submit">
      {t('code.submit')}
    </Button>
  );
}

interface NewPasswordStepProps {
  email: string;
  onReset: (message: string) => Promise<void>;
  /** The password reset token is used up or expired: another code is needed. */
  onExpired: (failure: ApiError) => void;
}

/** Sets the new password, once its length is right and it is confirmed (spec §5, Reset). */
export function NewPasswordStep({ email, onReset, onExpired }: NewPasswordStepProps) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { newPassword: '', confirmation: '', removePasskeys: false },
    validate: validateNewPassword,
    submit: async ({ newPassword, removePasskeys }) => {
      const reset = { email, newPassword, ...(removePasskeys && { removePasskeys }) };
      try {
        await onReset(await resetPassword(lang, reset));
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.code === 'reset_failed')) {
          throw failure;
        }
        onExpired(failure);
      }
    },
  });
  return (
    <Form failureFallback={t('newPassword.resetFailed')} form={form} takesFocus>
      {/* Password managers store the new password with a user name. */}
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      {/* The name of the user is not known here. */}
      <NewPasswordFields owner={{ fullname: '', email }} />
      <CheckboxField
        control={form.control}
        hint={t('newPassword.removePasskeysHint')}
        label={t('newPassword.removePasskeys')}
        name="removePasskeys"
      />
      <ResetButton busy={form.formState.isSubmitting} control={form.control} />
    </Form>
  );
}

interface Values extends NewPasswordValues {
  removePasskeys: boolean;
}

function ResetButton({ control, busy }: { control: Control<Values>; busy: boolean }) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const mayReset = useWatch({
    control,
    compute: (values: Values) =>
      Object.values(validateNewPassword(values)).every((code) => code === undefined),
  });
  return (
    <Button busy={busy} disabled={!mayReset} type="submit">
      {t('newPassword.submit')}
    </Button>
  );
}

/** Requests an email with a password reset code, which is sent if the user exists; returns the server's message. */
async function requestReset(lang: LanguageCode, email: string): Promise<string> {
  const request = client.POST('/users/request-reset', {
    params: { query: { lang } },
    body: { email },
  });
  return (await responseOf(request)).body.message;
}

/** Exchanges the code for the password reset token in a cookie (contract, Accounts). */
async function verifyResetCode(
  lang: LanguageCode,
  email: string,
  resetCode: string,
): Promise<void> {
  const body = { email, resetCode };
  await responseOf(client.POST('/users/verify-reset-code', { params: { query: { lang } }, body }));
}

type PasswordReset = components['schemas']['PasswordReset'];

/** Sets the new password, with the password reset token in the cookie; returns the server's message. */
async function resetPassword(lang: LanguageCode, body: PasswordReset): Promise<string> {
  const request = client.POST('/users/reset-password', { params: { query: { lang } }, body });
  return (await responseOf(request)).body.message;
}
