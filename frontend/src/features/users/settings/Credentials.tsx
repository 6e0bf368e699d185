import { useTranslation } from 'react-i18next';
import { useAccessToken, getAccessToken, setAccessToken } from '#api/accessToken.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { NewPasswordFields, validateNewPassword } from '#entities/password/NewPasswordFields.tsx';
import type { User } from '#entities/user/api.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Button } from '#ui/Button.tsx';
import { TextLink } from '#ui/Link.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { requestEmailChange, type EmailChange, cancelEmailChange, changePassword } from './api.ts';
import {
  CurrentPasswordField,
  requirePassword,
  rethrowAtField,
  SettingsForm,
  SettingsSection,
} from './SettingsSection.tsx';
import styles from './SettingsSection.module.css';

/** The email address, its change, and a change that waits for the new mailbox. */
export function ChangeEmail() {
  const { t } = useTranslation(['settings', 'signIn']);
  const token = useAccessToken();
  const user = useCurrentUser().data?.user;
  if (!user) {
    return null;
  }
  const showPending = (emailChange: EmailChange | undefined) => {
    changeCachedUser(token, (cached) => withEmailChange(cached, emailChange));
  };
  const summary = (
    <>
      <p className={styles.value} dir="ltr">
        <BreakableText text={user.email} />
      </p>
      {user.emailChange && (
        <PendingEmailChange
          change={user.emailChange}
          onCancelled={() => {
            showPending(undefined);
          }}
        />
      )}
    </>
  );
  return (
    <SettingsSection
      openLabel={t('changeEmail.open')}
      summary={summary}
      summaryState={user.emailChange?.email}
      title={t('signIn:fields.email')}
      renderForm={(close) => (
        <EmailForm
          onClose={close}
          onRequested={(emailChange) => {
            showPending(emailChange);
            close();
          }}
        />
      )}
    />
  );
}

interface EmailFormProps {
  onRequested: (change: EmailChange) => void;
  onClose: () => void;
}

function EmailForm({ onRequested, onClose }: EmailFormProps) {
  const { t } = useTranslation(['settings', 'signIn']);
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: validateEmail(email),
      password: requirePassword(password),
    }),
    submit: async ({ email, password }) => {
      onRequested(
        await requestEmailChange(lang, normalizeEmail(email), password).catch(
          rethrowAtField('password'),
        ),
      );
    },
  });
  return (
    <SettingsForm
      failureFallback={t('changeEmail.failed')}
      form={form}
      intro={t('changeEmail.intro')}
      onClose={onClose}
      submitLabel={t('changeEmail.submit')}
    >
      <TextField
        autoComplete="email"
        control={form.control}
        inputMode="email"
        label={t('changeEmail.newEmail')}
        ltr
        name="email"
        type="email"
      />
      <CurrentPasswordField control={form.control} name="password" />
    </SettingsForm>
  );
}

function withEmailChange(user: User, emailChange: EmailChange | undefined): User {
  const { emailChange: _, ...rest } = user;
  return { ...rest, ...(emailChange && { emailChange }) };
}

interface PendingEmailChangeProps {
  change: EmailChange;
  onCancelled: () => void;
}

/** A change of the email address that waits for its link: sends the link again, or cancels the change. */
function PendingEmailChange({ change, onCancelled }: PendingEmailChangeProps) {
  const { t } = useTranslation('settings');
  const lang = useLanguage().code;
  const resend = useAction(() => requestEmailChange(lang, change.email), { onFailed: ignore });
  const cancel = useAction(() => cancelEmailChange(lang), {
    onDone: onCancelled,
    onFailed: ignore,
  });
  const isBusy = resend.isPending || cancel.isPending;
  /** The form shows the failure of the last action only. */
  const run = (action: typeof resend | typeof cancel) => () => {
    if (!isBusy) {
      resend.reset();
      cancel.reset();
      action.mutate();
    }
  };

  return (
    <div className={styles.pending}>
      <p role="status">
        <BreakableText
          text={t(resend.isSuccess ? 'changeEmail.sentAgain' : 'changeEmail.pending', {
            email: isolatedEmail(change.email),
          })}
        />
      </p>
      <FormError failure={resend.error ?? cancel.error} />
      <div className={styles.actions}>
        <Button busy={resend.isPending} onClick={run(resend)} variant="outlined">
          {t('changeEmail.resend')}
        </Button>
        <Button busy={cancel.isPending} onClick={run(cancel)} variant="outlined">
          {t('changeEmail.cancel')}
        </Button>
      </div>
    </div>
  );
}

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
