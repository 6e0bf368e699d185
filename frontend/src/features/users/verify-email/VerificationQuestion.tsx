import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedEmail } from '#i18n/isolate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ApiError } from '#lib/apiError.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { type Verification, rejectVerification } from './api.ts';

interface VerificationQuestionProps {
  token: string;
  link: Verification;
  onConfirm: () => void;
  onRejected: () => void;
  /** The server refused the deletion: another request has verified or deleted the user. */
  onRefused: () => void;
}

/**
 * Asks the owner of the mailbox whether they signed up. The name of the account is not shown, because whoever signed
 * up has chosen it.
 */
export function VerificationQuestion(props: VerificationQuestionProps) {
  const { token, link, onConfirm, onRejected, onRefused } = props;
  const { t } = useTranslation('verifyEmail');
  const { code: lang, dates } = useLanguage();
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  const email = isolatedEmail(link.email);
  const time = formatDate(dates, new Date(link.createdAt), { timeStyle: 'short' });

  const rejection = useConfirmedAction(() => rejectVerification(lang, token), {
    onDone: onRejected,
    onFailed: (failure) => {
      showError(errorMessage(failure));
      if (failure instanceof ApiError && failure.status < 500) {
        onRefused();
      }
    },
  });

  return (
    <>
      <p>{t('asked', { email, time })}</p>
      <p>{t('question')}</p>
      <Button onClick={onConfirm}>{t('confirm')}</Button>
      <Button
        onClick={() => {
          rejection.ask();
        }}
        variant="outlined"
      >
        {t('reject')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('rejectCancel')}
        confirmLabel={t('rejectConfirm')}
        danger
        title={t('rejectQuestion')}
        {...rejection.dialog}
      >
        {t('rejectText', { email })}
      </ConfirmDialog>
    </>
  );
}
