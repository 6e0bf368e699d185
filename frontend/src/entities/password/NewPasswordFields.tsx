import { useFormContext, useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { NoNotice } from '#ui/lazy/loadFailures.tsx';
import { validatePasswordLength } from './passwordRules.ts';
import type { PasswordWarningProps } from './PasswordWarning.tsx';

const PasswordWarning = lazyComponent(
  async () => (await import('./PasswordWarning.tsx')).PasswordWarning,
  { translations: ['errors'], Failed: NoNotice },
);

export interface NewPasswordValues {
  newPassword: string;
  confirmation: string;
}

/** Returns the error codes of a new password and of its confirmation (spec §5, Reset). */
export function validateNewPassword({ newPassword, confirmation }: NewPasswordValues) {
  return {
    newPassword: validatePasswordLength(newPassword),
    confirmation: confirmation === newPassword ? undefined : 'password_mismatch',
  };
}

export function NewPasswordFields({ owner }: Pick<PasswordWarningProps, 'owner'>) {
  const { t } = useTranslation('signIn');
  const { control, formState } = useFormContext<NewPasswordValues>();
  const shownError = formState.errors.newPassword?.message;
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        control={control}
        hint={<NewPasswordHint control={control} owner={owner} shownError={shownError} />}
        label={t('fields.newPassword')}
        name="newPassword"
      />
      <PasswordField
        autoComplete="new-password"
        control={control}
        errorTexts={{ password_mismatch: t('newPassword.mismatch') }}
        label={t('fields.confirmation')}
        name="confirmation"
      />
    </>
  );
}

interface NewPasswordHintProps extends Omit<PasswordWarningProps, 'password'> {
  control: Control<NewPasswordValues>;
}

/** The warning is loaded with the first character. */
function NewPasswordHint({ control, ...warning }: NewPasswordHintProps) {
  const { t } = useTranslation('signIn');
  const password = useWatch({ control, name: 'newPassword' });
  return (
    <>
      <p>{t('newPassword.hint')}</p>
      <div role="status">{password && <PasswordWarning password={password} {...warning} />}</div>
    </>
  );
}
