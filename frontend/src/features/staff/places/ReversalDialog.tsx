import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { recordPayment, type Place } from './api.ts';

interface ReversalDialogProps {
  /** Of the payment. */
  id: string;
  place: Place;
  onClose: () => void;
}

/** Takes back a payment that was recorded by mistake, or that the bank has taken back. */
export function ReversalDialog({ id, place, onClose }: ReversalDialogProps) {
  const { t } = useTranslation('staffPlaces');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const form = useForm({
    defaultValues: { note: '' },
    validate: ({ note }) => ({ note: note.trim() ? undefined : 'reason_required' }),
    submit: async ({ note }) => {
      const target = { user: place.user._id, course: place.course._id };
      await recordPayment(lang, target, { kind: 'reversal', id, note });
      showSuccess(t('recorded.reversal'));
      onClose();
    },
  });
  return (
    <FormDialog
      action={t('reverse')}
      danger
      form={form}
      onClose={onClose}
      title={t('reverseQuestion')}
    >
      <Typography>{t('reverseEffect')}</Typography>
      <FormField
        form={form}
        label={t('note')}
        minRows={2}
        multiline
        name="note"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
    </FormDialog>
  );
}
