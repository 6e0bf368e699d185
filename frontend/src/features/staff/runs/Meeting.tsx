import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { Facts, Part } from '../kit/parts.tsx';
import { type Meeting, type Run, useRunChange, type Session } from './api.ts';
import { DialogButton, FormDialog, FormField } from '../kit/FormDialog.tsx';

/** How one takes part in the sessions of a run that have no meeting of their own. */
export function MeetingPart({ run, canChange }: { run: Run; canChange: boolean }) {
  const { t } = useTranslation('staffRuns');
  return (
    <Part title={t('meeting.title')}>
      <Stack spacing={2}>
        {run.meeting ? (
          <MeetingFacts meeting={run.meeting} />
        ) : (
          <Typography color="text.secondary">{t('meeting.none')}</Typography>
        )}
        {canChange && (
          <DialogButton
            dialog={(close) => <MeetingDialog onClose={close} run={run} />}
            sx={{ alignSelf: 'flex-start' }}
            variant="outlined"
          >
            {t('meeting.change')}
          </DialogButton>
        )}
      </Stack>
    </Part>
  );
}

export function MeetingFacts({ meeting: { url, dialIn, address } }: { meeting: Meeting }) {
  const { t } = useTranslation('staffRuns');
  return (
    <Facts
      facts={[
        [
          t('meeting.url'),
          url && (
            <a dir="ltr" href={url} rel="noreferrer" target="_blank">
              {url}
            </a>
          ),
        ],
        [t('meeting.dialIn'), dialIn && <bdi>{dialIn}</bdi>],
        [t('meeting.address'), address && <bdi>{address}</bdi>],
      ]}
    />
  );
}

interface MeetingDialogProps {
  run: Run;
  /** Without it, the dialog is about the whole run. */
  session?: Session;
  onClose: () => void;
}

/** Sets how one takes part in a session, or in all that have no meeting of their own. */
export function MeetingDialog({ run, session, onClose }: MeetingDialogProps) {
  const { t } = useTranslation(['staffRuns', 'staff']);
  const { showSuccess } = useSnackbar();
  const send = useRunChange(run);
  const { url = '', dialIn = '', address = '' } = (session ?? run).meeting ?? {};
  const form = useForm({
    defaultValues: { url, dialIn, address },
    validate: () => ({}),
    submit: async (entered) => {
      await send({
        action: 'set_meeting',
        ...(session && { session: session.number }),
        ...(entered.url.trim() && { url: entered.url }),
        ...(entered.dialIn.trim() && { dialIn: entered.dialIn }),
        ...(entered.address.trim() && { address: entered.address }),
      });
      showSuccess(t('meeting.done'));
      onClose();
    },
  });
  return (
    <FormDialog
      action={t('staff:save')}
      form={form}
      onClose={onClose}
      title={session ? t('meeting.titleOfSession', { number: session.number }) : t('meeting.title')}
    >
      <Typography>{t('meeting.shown')}</Typography>
      <Typography>{t(session ? 'meeting.instead' : 'meeting.removed')}</Typography>
      <FormField
        form={form}
        helperText={t('urlHint')}
        label={t('meeting.url')}
        name="url"
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url' } }}
      />
      <FormField
        form={form}
        helperText={t('meeting.dialInHint')}
        label={t('meeting.dialIn')}
        name="dialIn"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <FormField
        form={form}
        helperText={t('meeting.addressHint')}
        label={t('meeting.address')}
        minRows={2}
        multiline
        name="address"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
    </FormDialog>
  );
}
