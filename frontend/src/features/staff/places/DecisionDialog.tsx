import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWatch } from 'react-hook-form';
import { useCourse } from '#entities/course/api.ts';
import { useAmounts, useDays } from '#entities/my-courses/amounts.tsx';
import { PAYER_LENGTHS } from '#entities/my-courses/api.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { languages } from '#i18n/languages.ts';
import { hasCode } from '#lib/apiError.ts';
import { useForm, type Form } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { Moment } from '../kit/parts.tsx';
import { AmountFields, isAmount } from './PaymentDialog.tsx';
import { decide, type Decision, type Place } from './api.ts';

interface Values {
  reason: string;
  otherPrice: boolean;
  amount: string;
  currency: string;
  payBy: string;
  run: string;
  forUser: boolean;
  name: string;
  address: string;
  taxNumber: string;
}

/** The codes which say that the place is no longer what was shown. */
const changedCodes = ['conflict', 'place_decided'];

/** Decisions that need a reason. */
const explained: readonly Decision[] = ['grant', 'decline', 'retract', 'cancel', 'refuse_proof'];

/** The fields that name who pays, with their labels. */
const payerFields = [
  ['name', 'payer'],
  ['address', 'payerAddress'],
  ['taxNumber', 'payerTaxNumber'],
] as const;

interface DecisionDialogProps {
  decision: Decision;
  place: Place;
  onClose: (isDone: boolean) => void;
}

/** Says what a decision does, asks for what it needs, and makes it. */
export function DecisionDialog({ decision, place, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['staffPlaces', 'staff']);
  const lang = useLanguage().code;
  const amounts = useAmounts();
  const { showSuccess } = useSnackbar();
  const needsReason = explained.includes(decision);
  const isOffer = decision === 'offer';
  // What is fetched meanwhile is not what the dialog was opened about. After a refusal, which says so, it is.
  const [opened] = useState(place);
  const [isRefused, setIsRefused] = useState(false);
  const form = useForm<Values>({
    defaultValues: {
      reason: '',
      otherPrice: isOffer && !place.listPrice,
      amount: '',
      currency: place.listPrice?.currency ?? '',
      payBy: '',
      run: '',
      forUser: false,
      name: '',
      address: '',
      taxNumber: '',
      ...opened.payer,
    },
    validate: ({ reason, otherPrice, amount, run, name, address }) => ({
      address: name.trim() && !address.trim() ? 'address_required' : undefined,
      run: decision === 'move' && !run ? 'run_not_found' : undefined,
      reason: (needsReason || otherPrice) && !reason.trim() ? 'reason_required' : undefined,
      amount: otherPrice && !isAmount(amount) ? 'amount_invalid' : undefined,
    }),
    submit: async ({ reason, otherPrice, amount, currency, payBy, run, forUser, ...payer }) => {
      const body = {
        event: decision,
        version: isRefused ? place.version : opened.version,
        ...(reason.trim() && { reason }),
        ...(otherPrice && { amount: amount.trim(), currency: currency.trim().toUpperCase() }),
        ...(payBy && { payBy }),
        ...(run && { run }),
        ...(forUser && { forUser }),
        ...(decision === 'name_payer' && payer),
      };
      try {
        await decide(lang, { user: place.user._id, course: place.course._id }, body);
      } catch (cause) {
        if (hasCode(cause, ...changedCodes)) {
          setIsRefused(true);
        }
        throw cause;
      }
      showSuccess(t(`decisions.${decision}.done`));
      onClose(true);
    },
  });
  const otherPrice = useWatch({ control: form.control, name: 'otherPrice' });
  const language = languages.find(({ code }) => code === place.user.language)?.ownName;
  return (
    <FormDialog
      action={t(`decisions.${decision}.action`)}
      failureNote={
        isRefused && place.history[0]?.at !== opened.history[0]?.at ? (
          <LastChange place={place} />
        ) : undefined
      }
      danger={decision === 'decline' || decision === 'cancel' || decision === 'refuse_proof'}
      form={form}
      onClose={() => {
        onClose(false);
      }}
      title={t(`decisions.${decision}.question`)}
    >
      <Typography>{t(`decisions.${decision}.effect`)}</Typography>
      {isOffer && place.listPrice && (
        <Typography>{t('offerPrice', { amount: amounts(place.listPrice) })}</Typography>
      )}
      {isOffer && place.listPrice && (
        <FormControlLabel
          control={<Checkbox {...form.register('otherPrice')} />}
          label={t('otherPrice')}
        />
      )}
      {otherPrice && <AmountFields amount="amount" currency="currency" form={form} />}
      {isOffer && (
        <FormField
          form={form}
          helperText={t('payByHint')}
          label={t('payBy')}
          name="payBy"
          slotProps={{ inputLabel: { shrink: true } }}
          type="date"
        />
      )}
      {decision === 'name_payer' &&
        payerFields.map(([name, label]) => (
          <FormField
            form={form}
            key={name}
            label={t(label)}
            name={name}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: PAYER_LENGTHS[name] } }}
          />
        ))}
      {decision === 'move' && <OtherRuns form={form} place={place} />}
      {(needsReason || otherPrice) && (
        <FormField
          form={form}
          helperText={decision === 'grant' ? t('waiverHint') : t('reasonHint', { language })}
          label={t('reason')}
          minRows={2}
          multiline
          name="reason"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
      )}
      {decision === 'cancel' && (
        <FormControlLabel
          control={<Checkbox {...form.register('forUser')} />}
          label={t('forUser')}
        />
      )}
    </FormDialog>
  );
}

/** Who has decided about the place since the dialog was opened, and when. */
function LastChange({ place: { history } }: { place: Place }) {
  const { t } = useTranslation('staffPlaces');
  const [last] = history;
  return (
    last && (
      <div>
        <span>{t('lastChange')}</span> <bdi>{last.who}</bdi>
        <span>{' · '}</span>
        <Moment time={last.at} />
        <span>{' · '}</span>
        <bdi dir="ltr">{last.what}</bdi>
      </div>
    )
  );
}

function OtherRuns({ form, place }: { form: Form<Values>; place: Place }) {
  const { t } = useTranslation('staffPlaces');
  const days = useDays();
  const runs = useCourse(place.course._id).data?.runs ?? [];
  return (
    <FormField defaultValue="" form={form} label={t('run')} name="run" select>
      {runs
        .filter(({ id }) => id !== place.run.id)
        .map(({ id, start, end }) => (
          <MenuItem key={id} value={id}>
            {t('fromTo', { start: days(start), end: days(end) })}
          </MenuItem>
        ))}
    </FormField>
  );
}
