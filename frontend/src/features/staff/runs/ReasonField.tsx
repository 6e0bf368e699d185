import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Form } from '#ui/form/useForm.ts';
import { FormField } from '../kit/FormDialog.tsx';

const REASON_MAX = 1000;

interface ReasonFieldProps<Values extends FieldValues> {
  form: Form<Values>;
  name: Path<Values>;
}

/** Why sessions are changed, for the participants. */
export function ReasonField<Values extends FieldValues>({ form, name }: ReasonFieldProps<Values>) {
  const { t } = useTranslation(['staffRuns', 'staffPlaces']);
  return (
    <FormField
      form={form}
      helperText={t('reasonHint')}
      label={t('staffPlaces:reason')}
      minRows={2}
      multiline
      name={name}
      slotProps={{ htmlInput: { dir: 'auto', maxLength: REASON_MAX } }}
    />
  );
}
