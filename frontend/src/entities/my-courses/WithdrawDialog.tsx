import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MyCourse, withdrawRequest } from './api.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

interface WithdrawDialogProps {
  course: MyCourse['course'];
  open: boolean;
  onClose: () => void;
  /** Called once the request is no longer in the list. */
  onWithdrawn: () => void;
}

/** Asks before it withdraws the request for a place in a course. */
export function WithdrawDialog({ course, open, onClose, onWithdrawn }: WithdrawDialogProps) {
  const { t } = useTranslation('myCourses');
  const errorMessage = useErrorMessage();
  const { showError, showSuccess } = useSnackbar();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const name = isolatedName(course.name);

  const withdraw = async () => {
    setIsWithdrawing(true);
    try {
      await withdrawRequest(course._id);
      showSuccess(t('withdrawn', { course: name }));
      onWithdrawn();
    } catch (failure) {
      showError(errorMessage(failure));
    }
    setIsWithdrawing(false);
    onClose();
  };

  return (
    <ConfirmDialog
      busy={isWithdrawing}
      cancelLabel={t('cancel')}
      confirmLabel={t('confirm')}
      onCancel={onClose}
      onConfirm={() => void withdraw()}
      open={open}
      title={t('question')}
    >
      {t('warning', { course: name })}
    </ConfirmDialog>
  );
}
