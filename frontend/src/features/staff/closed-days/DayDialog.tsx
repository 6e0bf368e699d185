import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { isolatedName } from '#i18n/isolate.ts';
import {
  FormDialog,
  FormField,
  LocalizedFields,
  missingTexts,
  RemoveDialog,
} from '../kit/FormDialog.tsx';
import { setClosedDays, type ClosedDay, type ClosedDays } from './api.ts';

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

export function useDay() {
  const { code, dates } = useLanguage();
  /** `20 March 2027`. */
  const formatDay = (date: string) => formatDate(dates, new Date(date), { timeZone: 'UTC' });
  return {
    formatDay,
    /** The day with its name. */
    nameOf: ({ date, name }: ClosedDay) => `${formatDay(date)} ${isolatedName(name[code])}`,
  };
}
