import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { type MyCourse, withdrawRequest } from './api.ts';

interface Withdrawal {
  course: Pick<MyCourse['course'], '_id' | 'name'>;
  state: 'requested' | 'waiting' | 'offered';
}

/**
 * Withdraws what waits for a decision or for the payment, after a confirmation.
 *
 * @param onWithdrawn called once the list says so.
 */
export function useWithdrawal(onWithdrawn: () => void) {
  const { t } = useTranslation('myCourses');
  const { showSuccess } = useSnackbar();
  return useConfirmedAction(({ course }: Withdrawal) => withdrawRequest(course._id), {
    onDone: (_, { course, state }) => {
      showSuccess(t(`withdraw.${state}.done`, { course: isolatedName(course.name) }));
      onWithdrawn();
    },
  });
}

export function WithdrawDialog({ asked, dialog }: ReturnType<typeof useWithdrawal>) {
  const { t } = useTranslation('myCourses');
  const state = asked?.state ?? 'requested';
  return (
    <ConfirmDialog
      cancelLabel={t('keep')}
      confirmLabel={t(`withdraw.${state}.action`)}
      title={t(`withdraw.${state}.question`)}
      {...dialog}
    >
      {t(`withdraw.${state}.warning`, { course: isolatedName(asked?.course.name ?? '') })}
    </ConfirmDialog>
  );
}
