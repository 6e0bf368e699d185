import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useForm } from '#ui/form/useForm.ts';
import { FormDialog } from './FormDialog.tsx';

interface RemoveDialogProps {
  question: string;
  /** Names what is removed. */
  name: string | undefined;
  /** What follows from it. */
  effect?: string;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

/** Asks whether something is to be removed, and removes it. */
export function RemoveDialog({ question, name, effect, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('staff');
  const form = useForm({ defaultValues: {}, validate: () => ({}), submit: onRemove });
  return (
    <FormDialog action={t('remove')} danger form={form} onClose={onClose} title={question}>
      <Typography>{name}</Typography>
      {effect === undefined ? null : <Typography>{effect}</Typography>}
    </FormDialog>
  );
}
