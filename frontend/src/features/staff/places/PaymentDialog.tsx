import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch, type FieldValues, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import Stack from '@mui/material/Stack';
import { useAmounts } from '#entities/my-courses/amounts.tsx';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm, type Form } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { paymentMethods } from '../api.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { recordPayment, type Place } from './api.ts';

interface PaymentDialogProps {
  kind: 'payment' | 'refund';
  place: Place;
  onClose: () => void;
}

/** Records money that was received or paid back. The id of the entry is made once, so that sending it again is no second entry. */
export function PaymentDialog({ kind, place, onClose }: PaymentDialogProps) {
  const { t } = useTranslation('staffPlaces');
  const lang = useLanguage().code;
  const amounts = useAmounts();
  const { showSuccess } = useSnackbar();
  const [{ id, today }] = useState(() => ({
    id: crypto.randomUUID(),
    today: new Date().toISOString().slice(0, 10),
  }));
  const own = place.money?.currency ?? place.listPrice?.currency ?? '';
  const expected = kind === 'payment' ? place.money?.due : place.money?.refundDue;
  const form = useForm({
    defaultValues: {
      amount: '',
      currency: own,
      credited: '',
      method: 'ccp',
      receivedOn: today,
      note: '',
    },
    validate: ({ amount, currency, credited }) => ({
      amount: isAmount(amount) ? undefined : 'amount_invalid',
      credited: isForeign(currency) && !isAmount(credited) ? 'credited_required' : undefined,
    }),
    submit: async ({ amount, currency, credited, method, receivedOn, note }) => {
      await recordPayment(
        lang,
        { user: place.user._id, course: place.course._id },
        {
          kind,
          id,
          amount: amount.trim(),
          currency: currency.trim().toUpperCase(),
          method: paymentMethods.find((known) => known === method) ?? 'other',
          receivedOn,
          ...(isForeign(currency) && { credited: credited.trim() }),
          ...(note.trim() && { note }),
        },
      );
      showSuccess(t(`recorded.${kind}`));
      onClose();
    },
  });
  const isForeign = (currency: string) => own !== '' && currency.trim().toUpperCase() !== own;
  const [amount, currency, method] = useWatch({
    control: form.control,
    name: ['amount', 'currency', 'method'],
  });
  const isDue = Number(amount) === Number(expected?.amount) && !isForeign(currency);
  const cash = isDue ? place.money?.cash : undefined;
  return (
    <FormDialog
      action={t('record')}
      form={form}
      onClose={onClose}
      title={t(kind === 'payment' ? 'recordPayment' : 'recordRefund')}
    >
      {expected && <Typography>{t(`expected.${kind}`, { amount: amounts(expected) })}</Typography>}
      <AmountFields amount="amount" currency="currency" form={form} />
      {isForeign(currency) && (
        <FormField
          form={form}
          helperText={t('creditedHint', { currency: own })}
          label={t('credited')}
          name="credited"
          slotProps={{ htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
        />
      )}
      <FormField defaultValue="ccp" form={form} label={t('method')} name="method" select>
        {paymentMethods.map((method) => (
          <MenuItem key={method} value={method}>
            {t(`methods.${method}`)}
          </MenuItem>
        ))}
      </FormField>
      {kind === 'payment' && method === 'cash' && <Typography>{t('cash')}</Typography>}
      {method === 'cash' && cash && (
        <Typography>
          {t('cashTotal', {
            duty: amounts({ amount: cash.stampDuty, currency: own }),
            total: amounts({ amount: cash.total, currency: own }),
          })}
        </Typography>
      )}
      <FormField
        form={form}
        label={t('day')}
        name="receivedOn"
        slotProps={{ inputLabel: { shrink: true } }}
        type="date"
      />
      <FormField
        form={form}
        helperText={t('noteHint')}
        label={t('note')}
        name="note"
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
    </FormDialog>
  );
}

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

/** Whether a text is an amount, written with a point. The server knows how many decimals the currency has. */
export const isAmount = (text: string) => /^\d+(\.\d+)?$/.test(text.trim());

interface AmountFieldsProps<Values extends FieldValues> {
  form: Form<Values>;
  amount: Path<Values>;
  currency: Path<Values>;
}

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
