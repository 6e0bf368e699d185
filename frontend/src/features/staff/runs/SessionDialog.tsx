import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { useRunChange, type Run, type Session } from './api.ts';
import { ReasonField } from './ReasonField.tsx';

/** To hold a cancelled session again is to move it. */
export type SessionChange = 'move' | 'hold' | 'cancel';

interface SessionDialogProps {
  change: SessionChange;
  run: Run;
  session: Session;
  onClose: () => void;
}

/** Says what a change of a session does, asks for what it needs, and makes it. */
export function SessionDialog({ change, run, session, onClose }: SessionDialogProps) {
  const { t } = useTranslation('staffRuns');
  const language = useLanguage();
  const { showSuccess } = useSnackbar();
  const send = useRunChange(run);
  const { number } = session;
  const isCancel = change === 'cancel';
  const form = useForm({
    defaultValues: { start: session.start.slice(0, '2027-04-11T10:00'.length), reason: '' },
    validate: ({ start, reason }) => ({
      start: start ? undefined : 'malformed_request',
      reason: reason.trim() ? undefined : 'reason_required',
    }),
    submit: async ({ start, reason }) => {
      await send({
        ...(isCancel ? { action: 'cancel_session' } : { action: 'move_session', start }),
        session: number,
        reason,
      });
      showSuccess(t(`changes.${change}.done`));
      onClose();
    },
  });
  return (
    <FormDialog
      action={t(`changes.${change}.action`)}
      danger={isCancel}
      form={form}
      onClose={onClose}
      title={t(`changes.${change}.question`, { number })}
    >
      <Typography>{t(`changes.${change}.effect`)}</Typography>
      {!isCancel && (
        <FormField
          errorTexts={{ malformed_request: t('required') }}
          form={form}
          helperText={t('sessions.times', { timeZone: formatTimeZone(run, language) })}
          label={t('changes.start')}
          name="start"
          slotProps={{ inputLabel: { shrink: true } }}
          type="datetime-local"
        />
      )}
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
