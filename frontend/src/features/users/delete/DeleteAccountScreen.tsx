import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, responseOf } from '#api/client.ts';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { signupDraft } from '#entities/session/drafts.ts';
import { signOut } from '#entities/session/session.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { TextLink } from '#ui/Link.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { useForm } from '#ui/form/useForm.ts';
import styles from './DeleteAccountScreen.module.css';

/** Deletes the user's account, after the password and a confirmation (spec §2 and §4, Account deletion). */
export function DeleteAccountScreen() {
  const { t } = useTranslation(['settings', 'common', 'errors', 'signIn']);
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  /** Stays while its dialog closes. */
  const [outcome, setOutcome] = useState({ title: '', text: '', isDeleted: false });
  const [isOutcomeOpen, setIsOutcomeOpen] = useState(false);
  const showOutcome = (title: string, text: string, isDeleted = false) => {
    setOutcome({ title, text, isDeleted });
    setIsOutcomeOpen(true);
  };
  const closeOutcome = () => {
    setIsOutcomeOpen(false);
    if (outcome.isDeleted) {
      window.location.assign('/');
    }
  };

  const form = useForm({
    defaultValues: { password: '' },
    validate: () => ({}),
    submit: ({ password }) => {
      if (!password) {
        const code = 'missing_password';
        showOutcome(t('delete.missingPassword'), t(`errors:${code}`));
        throw new ApiError({ code, status: 400, fields: { password: code } });
      }
      deletion.ask(password);
    },
  });

  const deletion = useConfirmedAction((password: string) => deleteUser(lang, password), {
    onDone: (message) => {
      signupDraft.clear();
      // The server rejects the token from now on, whether or not the message is closed.
      signOut({ stays: true });
      showOutcome(t('delete.done'), message || t('delete.doneText'), true);
    },
    onFailed: (failure) => {
      showOutcome(t('delete.failed'), errorMessage(failure, t('delete.failed')));
      if (failure instanceof ApiError && failure.code === 'incorrect_password') {
        const { code, status } = failure;
        // At the field too, which has the focus after the dialog.
        form.setFailure(new ApiError({ code, status, fields: { password: code } }));
      }
    },
  });

  return (
    <FormScreen
      intro={t('delete.intro')}
      links={<TextLink to="/delete-info">{t('common:pages.deleteInfo')}</TextLink>}
      title={t('delete.title')}
    >
      <DeletionSummary />
      <Form form={form}>
        <PasswordField
          autoComplete="current-password"
          label={t('signIn:fields.password')}
          control={form.control}
          name="password"
        />
        <Button busy={deletion.isPending} variant="danger" type="submit">
          {t('delete.submit')}
        </Button>
        {/* After a password reset and a new sign-in, the user returns to this screen. */}
        <TextLink state={{ from: '/delete' }} to="/forgot-password">
          {t('signIn:login.forgot')}
        </TextLink>
      </Form>
      <ConfirmDialog
        cancelLabel={t('delete.cancel')}
        confirmLabel={t('delete.confirm')}
        danger
        title={t('delete.question')}
        {...deletion.dialog}
      >
        {t('delete.warning')}
      </ConfirmDialog>
      <ConfirmDialog
        confirmLabel={t('common:close')}
        onCancel={closeOutcome}
        onConfirm={closeOutcome}
        open={isOutcomeOpen}
        title={outcome.title}
      >
        {outcome.text}
      </ConfirmDialog>
    </FormScreen>
  );
}

/** What a deletion removes, and what is kept (contract, Accounts). */
function DeletionSummary() {
  const { t } = useTranslation('settings');
  return (
    <dl className={styles.summary}>
      <dt>{t('delete.deletedTitle')}</dt>
      <dd>{t('delete.deletedText')}</dd>
      <dt>{t('delete.keptTitle')}</dt>
      <dd>{t('delete.keptText')}</dd>
    </dl>
  );
}

/** Deletes the user permanently; returns the server's message. */
async function deleteUser(lang: LanguageCode, password: string): Promise<string> {
  const request = client.POST('/users/delete', { params: { query: { lang } }, body: { password } });
  return (await responseOf(request)).body.message;
}
