import { useTranslation } from 'react-i18next';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { NewPasswordHint } from '#entities/password/NewPasswordHint.tsx';
import { validatePasswordLength } from '#entities/password/passwordRules.ts';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Form } from '#ui/form/Form.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { TextLink } from '#ui/Link.tsx';
import { changePassword } from './api.ts';
import { FormActions, SettingsSection, rethrowAtField } from './SettingsSection.tsx';

/** In milliseconds. The message is longer than others. */
const SUCCESS_DURATION = 8000;

/** Changes the password of the signed-in user. This browser stays signed in. */
export function ChangePassword() {
  const { t } = useTranslation(['settings', 'signIn']);
  return (
    <SettingsSection openLabel={t('changePassword.open')} title={t('signIn:fields.password')}>
      {(close) => <PasswordForm onClose={close} />}
    </SettingsSection>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'signIn']);
  const lang = useLanguage().code;
  const { fullname = '', email = '' } = useCurrentUser().data?.user ?? {};
  const { showSuccess } = useSnackbar();
  const form = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
    validate: ({ currentPassword, newPassword, confirmation }) => ({
      currentPassword: currentPassword === '' ? 'missing_password' : undefined,
      newPassword: validatePasswordLength(newPassword),
      confirmation: confirmation === newPassword ? undefined : 'password_mismatch',
    }),
    submit: async ({ currentPassword, newPassword }) => {
      const before = getAccessToken();
      const token = await changePassword(lang, currentPassword, newPassword).catch(
        rethrowAtField('incorrect_password', 'currentPassword'),
      );
      // The user may have signed out meanwhile, and somebody else may have signed in in another tab.
      if (getAccessToken() === before) {
        setAccessToken(token);
      }
      showSuccess(t('changePassword.done'), { duration: SUCCESS_DURATION });
      onClose();
    },
  });
  return (
    <Form failureFallback={t('changePassword.failed')} form={form} takesFocus>
      <p>{t('changePassword.intro')}</p>
      {/* Password managers store the new password with a user name. */}
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      <PasswordField
        autoComplete="current-password"
        control={form.control}
        label={t('signIn:fields.currentPassword')}
        name="currentPassword"
      />
      <PasswordField
        autoComplete="new-password"
        control={form.control}
        hint={
          <NewPasswordHint
            control={form.control}
            name="newPassword"
            owner={{ fullname, email }}
            shownError={form.formState.errors.newPassword?.message}
          >
            {t('signIn:newPassword.hint')}
          </NewPasswordHint>
        }
        label={t('signIn:fields.newPassword')}
        name="newPassword"
      />
      <PasswordField
        autoComplete="new-password"
        control={form.control}
        errorTexts={{ password_mismatch: t('signIn:newPassword.mismatch') }}
        label={t('signIn:fields.confirmation')}
        name="confirmation"
      />
      <FormActions
        isSubmitting={form.formState.isSubmitting}
        onCancel={onClose}
        submitLabel={t('changePassword.submit')}
      />
      <TextLink state={{ from: '/settings' }} to="/forgot-password">
        {t('signIn:login.forgot')}
      </TextLink>
    </Form>
  );
}
