import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { DialogButton, FormDialog, FormField } from '../kit/FormDialog.tsx';
import { Part } from '../kit/parts.tsx';
import { useRunChange, type Run } from './api.ts';
import { ReasonField, StateCounts } from './parts.tsx';

/** The states that the cancellation of a run ends. */
const ended = ['requested', 'waiting', 'offered', 'confirmed'];

/** Cancels a run, after saying whom that affects. */
export function CancelRun({ run }: { run: Run }) {
  const { t } = useTranslation('staffRuns');
  return (
    <Part title={t('cancelRun.action')}>
      <DialogButton
        color="error"
        dialog={(close) => <CancelRunDialog onClose={close} run={run} />}
        variant="outlined"
      >
        {t('cancelRun.action')}
      </DialogButton>
    </Part>
  );
}

function CancelRunDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useTranslation('staffRuns');
  const { showSuccess } = useSnackbar();
  const send = useRunChange(run);
  const affected = run.participants.filter(({ state }) => ended.includes(state));
  const form = useForm({
    defaultValues: { reason: '', confirm: '' },
    validate: ({ reason, confirm }) => ({
      reason: reason.trim() ? undefined : 'reason_required',
      confirm: confirm.trim() === run.id ? undefined : 'not_confirmed',
    }),
    submit: async (values) => {
      await send({ action: 'cancel', ...values });
      showSuccess(t('cancelRun.done'));
      onClose();
    },
  });
  return (
    <FormDialog
      action={t('cancelRun.action')}
      danger
      form={form}
      onClose={onClose}
      title={t('cancelRun.question')}
    >
      <Typography>{t('cancelRun.effect')}</Typography>
      <Typography>{t('cancelRun.affected', { number: affected.length })}</Typography>
      <StateCounts participants={affected} />
      <ReasonField form={form} name="reason" />
      <Typography>
        <span>{t('cancelRun.type')}</span> <bdi dir="ltr">{run.id}</bdi>
      </Typography>
      <FormField
        form={form}
        label={t('id')}
        name="confirm"
        slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off', spellCheck: false } }}
      />
    </FormDialog>
  );
}
