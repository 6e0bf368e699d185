import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NewPasswordHint } from '#entities/password/NewPasswordHint.tsx';
import { validatePasswordLength } from '#entities/password/passwordRules.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { Form } from '#ui/form/Form.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { resetPassword } from './api.ts';

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
    validate: ({ newPassword, confirmation }) => ({
      newPassword: validatePasswordLength(newPassword),
      confirmation: confirmation === newPassword ? undefined : 'password_mismatch',
    }),
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
      <PasswordField
        autoComplete="new-password"
        hint={
          <NewPasswordHint
            control={form.control}
            name="newPassword"
            // The name of the user is not known here.
            owner={{ fullname: '', email }}
            shownError={form.formState.errors.newPassword?.message}
          >
            {t('signIn:newPassword.hint')}
          </NewPasswordHint>
        }
        label={t('signIn:fields.newPassword')}
        control={form.control}
        name="newPassword"
      />
      <PasswordField
        autoComplete="new-password"
        label={t('signIn:fields.confirmation')}
        control={form.control}
        errorTexts={{ password_mismatch: t('signIn:newPassword.mismatch') }}
        name="confirmation"
      />
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

interface Values {
  newPassword: string;
  confirmation: string;
  removePasskeys: boolean;
}

function ResetButton({ control, busy }: { control: Control<Values>; busy: boolean }) {
  const { t } = useTranslation(['passwordReset', 'signIn']);
  const mayReset = useWatch({
    control,
    compute: ({ newPassword, confirmation }: Values) =>
      !validatePasswordLength(newPassword) && confirmation === newPassword,
  });
  return (
    <Button busy={busy} disabled={!mayReset} type="submit">
      {t('newPassword.submit')}
    </Button>
  );
}
