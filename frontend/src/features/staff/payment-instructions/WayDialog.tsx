import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { paymentMethods } from '../api.ts';
import {
  FormDialog,
  FormField,
  LocalizedFields,
  missingTexts,
  RemoveDialog,
} from '../kit/FormDialog.tsx';
import { setPaymentInstructions, type PaymentInstructions, type PaymentWay } from './api.ts';

interface WayDialogProps {
  /** As read. */
  instructions: PaymentInstructions;
  /** The position of the way. A new one has none. */
  index?: number;
  onClose: () => void;
}

/** Replaces a way, or adds or removes one, and says that it is done. */
function useWayChange({ instructions, index, onClose }: WayDialogProps) {
  const { t } = useTranslation('staffPaymentInstructions');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  return async (...changed: PaymentWay[]) => {
    const { ways } = instructions;
    const at = index ?? ways.length;
    await setPaymentInstructions(lang, instructions, ways.toSpliced(at, 1, ...changed));
    showSuccess(t('done'));
    onClose();
  };
}

export function WayDialog(props: WayDialogProps) {
  const { instructions, index, onClose } = props;
  const { t } = useTranslation(['staffPaymentInstructions', 'staffPlaces', 'staff']);
  const send = useWayChange(props);
  const way = index === undefined ? undefined : instructions.ways[index];
  const form = useForm({
    defaultValues: {
      currency: way?.currency ?? 'DZD',
      method: way?.method ?? 'ccp',
      account: way?.account ?? '',
      en: way?.text.en ?? '',
      fr: way?.text.fr ?? '',
      ar: way?.text.ar ?? '',
    },
    validate: ({ currency, ...texts }) => ({
      currency: /^\s*[a-z]{3}\s*$/i.test(currency) ? undefined : 'malformed_request',
      ...missingTexts(texts),
    }),
    submit: ({ currency, method, account, ...text }) =>
      send({ currency, method, text, ...(account.trim() && { account }) }),
  });
  return (
    <FormDialog
      action={t('staff:save')}
      form={form}
      onClose={onClose}
      title={t(way ? 'change' : 'add')}
    >
      <FormField
        errorTexts={{ malformed_request: t('currencyInvalid') }}
        form={form}
        helperText={t('currencyHint')}
        label={t('staffPlaces:currency')}
        name="currency"
        slotProps={{ htmlInput: { dir: 'ltr', maxLength: 3 } }}
      />
      <FormField
        defaultValue={form.getValues('method')}
        form={form}
        label={t('staffPlaces:method')}
        name="method"
        select
      >
        {paymentMethods.map((method) => (
          <MenuItem key={method} value={method}>
            {t(`staffPlaces:methods.${method}`)}
          </MenuItem>
        ))}
      </FormField>
      <FormField
        form={form}
        helperText={t('accountHint')}
        label={t('account')}
        name="account"
        slotProps={{ htmlInput: { dir: 'ltr', maxLength: 100 } }}
      />
      <>
        <Typography color="text.secondary" variant="body2">
          {t('textHint')}
        </Typography>
        <LocalizedFields
          form={form}
          label={(language) => t('textIn', { language })}
          maxLength={1000}
          missing={t('required')}
          multiline
        />
      </>
    </FormDialog>
  );
}

export function RemoveWayDialog(props: WayDialogProps) {
  const { t } = useTranslation('staffPaymentInstructions');
  const send = useWayChange(props);
  const nameOf = useWayName();
  const way = props.instructions.ways[props.index ?? -1];
  return (
    <RemoveDialog
      effect={t('effect')}
      name={way && nameOf(way)}
      onClose={props.onClose}
      onRemove={() => send()}
      question={t('removeQuestion')}
    />
  );
}

/** What tells a way to pay from the others: currency, method and account. */
export function useWayName() {
  const { t } = useTranslation('staffPlaces');
  return ({ currency, method, account }: Pick<PaymentWay, 'currency' | 'method' | 'account'>) =>
    [currency, t(`methods.${method}`), account]
      .filter(Boolean)
      .map((part) => isolatedName(part ?? ''))
      .join(' ');
}
