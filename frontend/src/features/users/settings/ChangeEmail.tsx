import { useTranslation } from 'react-i18next';
import { useAccessToken } from '#api/accessToken.ts';
import { ignore, useAction } from '#entities/action/useAction.ts';
import type { User } from '#entities/user/api.ts';
import { changeCachedUser, useCurrentUser } from '#entities/user/currentUser.ts';
import { normalizeEmail, validateEmail } from '#entities/user/email.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { BreakableText } from '#ui/BreakableText.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import { requestEmailChange, type EmailChange, cancelEmailChange } from './api.ts';
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
