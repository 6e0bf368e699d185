import { useTranslation } from 'react-i18next';
import { useConfirmedAction } from '#entities/action/useAction.ts';
import { useAmounts } from '#entities/my-courses/amounts.tsx';
import { cancelPlace } from '#entities/my-courses/api.ts';
import { shownStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { useWithdrawal, WithdrawDialog } from '#entities/my-courses/WithdrawDialog.tsx';
import { isolatedName } from '#i18n/isolate.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx';
import { TextLink } from '#ui/Link.tsx';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

interface PlaceActionsProps {
  membership: Membership;
  /** Called when the user has given up what they had. */
  onEnded: () => void;
}

/** What the user can do about a place in its state, with the way to its course. The dialogs stay while the state changes. */
export function PlaceActions({ membership, onEnded }: PlaceActionsProps) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const withdrawal = useWithdrawal(onEnded);
  const { course, isPast, place } = membership;
  const cancellation = useCancellation(onEnded);
  const state = shownStateOf(membership, isPast);
  return (
    <>
      {(state === 'requested' || state === 'waiting' || state === 'offered') && (
        <Button
          onClick={() => {
            withdrawal.ask({ course, state });
          }}
          variant="outlined"
        >
          {t(`myCourses:withdraw.${state}.action`)}
        </Button>
      )}
      {state === 'confirmed' && place && (
        <Button
          onClick={() => {
            cancellation.ask(membership);
          }}
          variant="outlined"
        >
          {t('cancel.action')}
        </Button>
      )}
      {membership.state === 'declined' || state === 'undecided' ? (
        <ButtonLink to={`/courses/${course._id}`} variant="outlined">
          {t('again')}
        </ButtonLink>
      ) : (
        <TextLink to={`/courses/${course._id}`}>{t('course')}</TextLink>
      )}
      <WithdrawDialog {...withdrawal} />
      <CancelDialog {...cancellation} />
    </>
  );
}

function useCancellation(onCancelled: () => void) {
  const { t } = useTranslation('myPlace');
  const { showSuccess } = useSnackbar();
  return useConfirmedAction(({ course }: Membership) => cancelPlace(course._id), {
    onDone: (_, { course }) => {
      showSuccess(t('cancel.done', { course: isolatedName(course.name) }));
      onCancelled();
    },
  });
}

/** The question of `useCancellation`, with what is paid back. */
function CancelDialog({ asked, dialog }: ReturnType<typeof useCancellation>) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const amounts = useAmounts();
  const { received, refundToday } = asked?.place ?? {};
  const refund = refundToday
    ? t('cancel.refund', { amount: amounts(refundToday) })
    : received
      ? t('cancel.noRefund')
      : t('cancel.unpaid');
  return (
    <ConfirmDialog
      cancelLabel={t('myCourses:keep')}
      confirmLabel={t('cancel.confirm')}
      danger
      title={t('cancel.question')}
      {...dialog}
    >
      <span>{refund}</span>{' '}
      <span>{t('cancel.warning', { course: isolatedName(asked?.course.name ?? '') })}</span>
    </ConfirmDialog>
  );
}
