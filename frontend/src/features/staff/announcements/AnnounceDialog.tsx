import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { requestAnnouncement, type AnnouncedService } from './api.ts';

interface AnnounceDialogProps {
  service: AnnouncedService;
  /** Of the service. */
  name: string;
  onClose: () => void;
}

/** Says who gets an email, and has it sent. */
export function AnnounceDialog({ service, name, onClose }: AnnounceDialogProps) {
  const { t } = useTranslation('staffAnnouncements');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const { ready, inDoubt } = service.waiting;
  const form = useForm({
    defaultValues: { inDoubt: false },
    validate: () => ({}),
    submit: async (values) => {
      await requestAnnouncement(lang, { service: service.service, ...values });
      showSuccess(t('wanted'));
      onClose();
    },
  });
  return (
    <FormDialog action={t('send')} form={form} onClose={onClose} title={t('question', { name })}>
      <Typography>{t('ready', { count: ready })}</Typography>
      <Typography>{t('effect')}</Typography>
      <>
        {inDoubt > 0 && (
          <FormControlLabel
            control={<Checkbox {...form.register('inDoubt')} />}
            label={t('alsoInDoubt', { count: inDoubt })}
          />
        )}
      </>
    </FormDialog>
  );
}

/** Has the users who wait counted. */
export function CountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staffAnnouncements');
  const lang = useLanguage().code;
  const form = useForm({
    defaultValues: {},
    validate: () => ({}),
    submit: async () => {
      await requestAnnouncement(lang, {});
      onClose();
    },
  });
  return (
    <FormDialog action={t('count')} form={form} onClose={onClose} title={t('count')}>
      <Typography>{t('countEffect')}</Typography>
    </FormDialog>
  );
}
