import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { LocalizedFields, missingTexts } from '../kit/LocalizedFields.tsx';
import { RemoveDialog } from '../kit/RemoveDialog.tsx';
import { setClosedDays, type ClosedDay, type ClosedDays } from './api.ts';
import { useDay } from './useDay.ts';

interface DayDialogProps {
  /** As read. */
  closed: ClosedDays;
  /** The day that is changed or removed. A new one has none. */
  day?: ClosedDay;
  onClose: () => void;
}

/** Replaces a day, or adds or removes one, and says that it is done. */
function useDayChange({ closed, day, onClose }: DayDialogProps) {
  const { t } = useTranslation('staffClosedDays');
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  return async (...changed: ClosedDay[]) => {
    const others = closed.days.filter(({ date }) => date !== day?.date);
    await setClosedDays(lang, closed, [...others, ...changed]);
    showSuccess(t('done'));
    onClose();
  };
}

/** Adds or changes a closed day. */
export function DayDialog(props: DayDialogProps) {
  const { closed, day, onClose } = props;
  const { t } = useTranslation(['staffClosedDays', 'staff']);
  const send = useDayChange(props);
  const isOther = (date: string) =>
    closed.days.some((known) => known !== day && known.date === date);
  const form = useForm({
    defaultValues: { date: day?.date ?? '', ...(day?.name ?? { en: '', fr: '', ar: '' }) },
    validate: ({ date, ...texts }) => ({
      date: !date || isOther(date) ? 'malformed_request' : undefined,
      ...missingTexts(texts),
    }),
    submit: ({ date, ...name }) => send({ date, name }),
  });
  return (
    <FormDialog
      action={t('staff:save')}
      form={form}
      onClose={onClose}
      title={t(day ? 'change' : 'add')}
    >
      <FormField
        errorTexts={{ malformed_request: t('dateInvalid') }}
        form={form}
        label={t('date')}
        name="date"
        slotProps={{ inputLabel: { shrink: true } }}
        type="date"
      />
      <>
        <LocalizedFields
          form={form}
          label={(language) => t('nameIn', { language })}
          maxLength={60}
          missing={t('nameMissing')}
        />
      </>
    </FormDialog>
  );
}

/** Asks whether a day is to be removed, and removes it. */
export function RemoveDayDialog(props: DayDialogProps) {
  const { t } = useTranslation('staffClosedDays');
  const send = useDayChange(props);
  const { nameOf } = useDay();
  return (
    <RemoveDialog
      name={props.day && nameOf(props.day)}
      onClose={props.onClose}
      onRemove={() => send()}
      question={t('removeQuestion')}
    />
  );
}
