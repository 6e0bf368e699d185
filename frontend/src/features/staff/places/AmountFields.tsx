import Stack from '@mui/material/Stack';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Form } from '#ui/form/useForm.ts';
import { FormField } from '../kit/FormDialog.tsx';

/** Whether a text is an amount, written with a point. The server knows how many decimals the currency has. */
export const isAmount = (text: string) => /^\d+(\.\d+)?$/.test(text.trim());

interface AmountFieldsProps<Values extends FieldValues> {
  form: Form<Values>;
  /** The names of the two fields. */
  amount: Path<Values>;
  currency: Path<Values>;
}

/** The fields of an amount and its currency. */
export function AmountFields<Values extends FieldValues>(props: AmountFieldsProps<Values>) {
  const { form, amount, currency } = props;
  const { t } = useTranslation('staffPlaces');
  return (
    <Stack direction="row" spacing={2}>
      <FormField
        form={form}
        label={t('amount')}
        name={amount}
        slotProps={{ htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
      />
      <FormField
        form={form}
        label={t('currency')}
        name={currency}
        slotProps={{ htmlInput: { maxLength: 3, dir: 'ltr' } }}
      />
    </Stack>
  );
}
