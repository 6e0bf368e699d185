import { useTranslation } from 'react-i18next';
import { getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { NewPasswordFields, validateNewPassword } from '#entities/password/NewPasswordFields.tsx';
import { useCurrentUser } from '#entities/user/currentUser.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { changePassword } from './api.ts';
import {
  CurrentPasswordField,
  requirePassword,
  rethrowAtField,
  SettingsForm,
  SettingsSection,
} from './SettingsSection.tsx';

/** In milliseconds. The message is longer than others. */
const SUCCESS_DURATION = 8000;

/** Changes the password of the signed-in user. This browser stays signed in. */
export function ChangePassword() {
  const { t } = useTranslation(['settings', 'signIn']);
  return (
    <SettingsSection
      openLabel={t('changePassword.open')}
      title={t('signIn:fields.password')}
      renderForm={(close) => <NewPasswordForm onClose={close} />}
    />
  );
}

function NewPasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'signIn']);
  const lang = useLanguage().code;
  const { fullname = '', email = '' } = useCurrentUser().data?.user ?? {};
  const { showSuccess } = useSnackbar();
  const form = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
    validate: (values) => ({
      currentPassword: requirePassword(values.currentPassword),
      ...validateNewPassword(values),
    }),
    submit: async ({ currentPassword, newPassword }) => {
      const before = getAccessToken();
      const token = await changePassword(lang, currentPassword, newPassword).catch(
        rethrowAtField('currentPassword'),
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
    <SettingsForm
      failureFallback={t('changePassword.failed')}
      form={form}
      intro={t('changePassword.intro')}
      link={
        <TextLink state={{ from: '/settings' }} to="/forgot-password">
          {t('signIn:login.forgot')}
        </TextLink>
      }
      onClose={onClose}
      submitLabel={t('changePassword.submit')}
    >
      {/* Password managers store the new password with a user name. */}
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      <CurrentPasswordField control={form.control} name="currentPassword" />
      <NewPasswordFields owner={{ fullname, email }} />
    </SettingsForm>
  );
}
