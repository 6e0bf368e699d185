import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { FieldValues, Path } from 'react-hook-form';
import type { Form } from '#ui/form/useForm.ts';
import { formatTimes } from '#i18n/formatTimes.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Facts } from '../kit/parts.tsx';
import type { Run, Session } from './api.ts';
import { FormField } from '../kit/FormDialog.tsx';

type Participants = Run['participants'];

const states: readonly Participants[number]['state'][] = [
  'requested',
  'waiting',
  'offered',
  'confirmed',
  'declined',
  'expired',
  'withdrawn',
  'cancelled',
];

export function StateCounts({ participants }: { participants: Participants }) {
  const { t } = useTranslation('myCourses');
  const countOf = (counted: (typeof states)[number]) =>
    participants.filter(({ state }) => state === counted).length;
  return (
    participants.length > 0 && (
      <Facts
        facts={states.map((state) => [t(`states.${state}`), countOf(state) || undefined] as const)}
      />
    )
  );
}

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

type Times = Pick<Session, 'startsAt' | 'minutes'>;

/** Returns functions that write when a session is, in the time zone of its run. */
export function useTimes() {
  const { dates } = useLanguage();
  return {
    /** `Saturday 27 March 2027, 10:00 – 12:00`. */
    dayAndTimes: ({ startsAt, minutes }: Times, timeZone: string) => {
      const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
      return formatTimes(dates, { startsAt, endsAt }, timeZone);
    },
    /** `10:00`. */
    time: ({ startsAt }: Times, timeZone: string) =>
      intlFormat('DateTimeFormat', dates, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }).format(new Date(startsAt)),
    /** `120 minutes`. */
    length: ({ minutes }: Times) =>
      intlFormat('NumberFormat', dates, {
        style: 'unit',
        unit: 'minute',
        unitDisplay: 'long',
      }).format(minutes),
  };
}

interface RunStateProps {
  run: { cancelled?: unknown; taken: number; places: number };
}

/** Why nobody can get a seat in a run, if so. */
export function RunState({ run: { cancelled, taken, places } }: RunStateProps) {
  const { t } = useTranslation('staffRuns');
  if (cancelled) {
    return <Chip color="warning" label={t('cancelled')} size="small" variant="outlined" />;
  }
  return taken >= places && <Chip label={t('full')} size="small" />;
}
