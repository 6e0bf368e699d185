import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
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
    validate: ({ date, en, fr, ar }) => ({
      date: !date || isOther(date) ? 'malformed_request' : undefined,
      en: en.trim() ? undefined : 'malformed_request',
      fr: fr.trim() ? undefined : 'malformed_request',
      ar: ar.trim() ? undefined : 'malformed_request',
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
        {languages.map(({ code, ownName, direction }) => (
          <FormField
            errorTexts={{ malformed_request: t('nameMissing') }}
            form={form}
            key={code}
            label={t('nameIn', { language: ownName })}
            name={code}
            slotProps={{ htmlInput: { dir: direction, lang: code, maxLength: 60 } }}
          />
        ))}
      </>
    </FormDialog>
  );
}

/** Asks whether a day is to be removed, and removes it. */
export function RemoveDayDialog(props: DayDialogProps) {
  const { t } = useTranslation(['staffClosedDays', 'staff']);
  const send = useDayChange(props);
  const { nameOf } = useDay();
  const form = useForm({ defaultValues: {}, validate: () => ({}), submit: () => send() });
  return (
    <FormDialog
      action={t('staff:remove')}
      danger
      form={form}
      onClose={props.onClose}
      title={t('removeQuestion')}
    >
      <Typography>{props.day && nameOf(props.day)}</Typography>
    </FormDialog>
  );
}
