import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Part } from '../kit/parts.tsx';
import { type Run, type Session, useRunChange } from './api.ts';
import { MeetingDialog, MeetingFacts } from './Meeting.tsx';
import { useTimes, ReasonField } from './parts.tsx';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';

interface SessionsProps {
  run: Run;
  canChange: boolean;
}

interface OpenDialog {
  change: SessionChange | 'meeting';
  session: Session;
}

/** The sessions of a run, and what can be done with those that are not over. */
export function Sessions({ run, canChange }: SessionsProps) {
  const { t } = useTranslation(['staffRuns', 'staffPlaces']);
  const language = useLanguage();
  const { dayAndTimes, length } = useTimes();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => {
    setDialog(undefined);
  };
  return (
    <Part title={t('sessions.title')}>
      <Typography gutterBottom>
        {t('sessions.times', { timeZone: formatTimeZone(run, language) })}
      </Typography>
      <DataTable
        columns={[
          { id: 'number', label: t('sessions.number'), cell: ({ number }) => number },
          {
            id: 'time',
            label: t('sessions.time'),
            cell: (session) => dayAndTimes(session, run.timeZone),
          },
          { id: 'length', label: t('sessions.length'), cell: length },
          {
            id: 'state',
            label: t('staffPlaces:state'),
            cell: (session) => <State session={session} />,
          },
          {
            id: 'meeting',
            label: t('meeting.own'),
            cell: ({ meeting }) => meeting && <MeetingFacts meeting={meeting} />,
          },
          {
            id: 'actions',
            label: t('staffPlaces:actions'),
            cell: (session) =>
              canChange && (
                <Actions
                  onChoose={(change) => {
                    setDialog({ change, session });
                  }}
                  session={session}
                />
              ),
          },
        ]}
        empty={t('sessions.none')}
        label={t('sessions.title')}
        rowKey={({ number }) => String(number)}
        rows={run.sessions}
      />
      {dialog?.change === 'meeting' && (
        <MeetingDialog onClose={close} run={run} session={dialog.session} />
      )}
      {dialog && dialog.change !== 'meeting' && (
        <SessionDialog change={dialog.change} onClose={close} run={run} session={dialog.session} />
      )}
    </Part>
  );
}

function State({ session: { cancelled, over, reason } }: { session: Session }) {
  const { t } = useTranslation('staffRuns');
  return (
    <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
      {cancelled && (
        <Chip color="warning" label={t('sessions.cancelled')} size="small" variant="outlined" />
      )}
      {over && !cancelled && <Chip label={t('sessions.over')} size="small" />}
      {reason && <bdi>{reason}</bdi>}
    </Stack>
  );
}

interface ActionsProps {
  session: Session;
  onChoose: (change: OpenDialog['change']) => void;
}

function Actions({ session: { over, cancelled }, onChoose }: ActionsProps) {
  const { t } = useTranslation('staffRuns');
  if (over) {
    return null;
  }
  const changes: SessionChange[] = cancelled ? ['hold'] : ['move', 'cancel'];
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {changes.map((change) => (
        <Button
          color={change === 'cancel' ? 'error' : 'primary'}
          key={change}
          onClick={() => {
            onChoose(change);
          }}
          size="small"
        >
          {t(`changes.${change}.action`)}
        </Button>
      ))}
      {!cancelled && (
        <Button
          onClick={() => {
            onChoose('meeting');
          }}
          size="small"
        >
          {t('meeting.own')}
        </Button>
      )}
    </Stack>
  );
}

/** To hold a cancelled session again is to move it. */
type SessionChange = 'move' | 'hold' | 'cancel';

interface SessionDialogProps {
  change: SessionChange;
  run: Run;
  session: Session;
  onClose: () => void;
}

/** Says what a change of a session does, asks for what it needs, and makes it. */
function SessionDialog({ change, run, session, onClose }: SessionDialogProps) {
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
