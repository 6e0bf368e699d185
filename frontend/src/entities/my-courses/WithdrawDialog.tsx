import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { type MyCourse, withdrawRequest } from './api.ts';

type Course = MyCourse['course'];

/**
 * Withdraws the user's request for a place in a course, after a confirmation.
 *
 * @param onWithdrawn called once the request is no longer in the list.
 */
export function useWithdrawal(onWithdrawn: () => void) {
  const { t } = useTranslation('myCourses');
  const { showSuccess } = useSnackbar();
  return useConfirmedAction(({ _id }: Course) => withdrawRequest(_id), {
    onDone: (_, { name }) => {
      showSuccess(t('withdrawn', { course: isolatedName(name) }));
      onWithdrawn();
    },
  });
}

/** The question of `useWithdrawal`. */
export function WithdrawDialog({ asked, dialog }: ReturnType<typeof useWithdrawal>) {
  const { t } = useTranslation('myCourses');
  return (
    <ConfirmDialog
      cancelLabel={t('cancel')}
      confirmLabel={t('confirm')}
      title={t('question')}
      {...dialog}
    >
      {t('warning', { course: isolatedName(asked?.name ?? '') })}
    </ConfirmDialog>
  );
}
