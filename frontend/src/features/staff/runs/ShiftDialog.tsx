import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCourses } from '#entities/course/api.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useForm } from '#ui/form/useForm.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';
import { FormDialog, FormField } from '../kit/FormDialog.tsx';
import { shiftSessions, type Shift, type ShiftedRun } from './api.ts';
import { ReasonField } from './parts.tsx';

const kinds = ['move', 'end', 'cancel'] as const;

interface Values {
  from: string;
  until: string;
  course: string;
  kind: (typeof kinds)[number];
  by: string;
  reason: string;
}

interface Plan {
  /** What it is about: another entry needs another plan. */
  key: string;
  runs: ShiftedRun[];
  /** Whether these runs remain, because somebody else has changed them at the same time. */
  remains?: boolean;
}

/** What a kind adds to the request. */
const changeOf = ({ kind, by }: Pick<Values, 'kind' | 'by'>) =>
  ({ move: { by: Number(by) }, end: { toEnd: true }, cancel: { cancel: true } })[kind];
const bodyOf = ({ from, until, course, reason, ...change }: Values): Shift => ({
  from,
  until: until || from,
  ...(course && { course }),
  ...changeOf(change),
  reason,
});
const keyOf = (values: Values) => JSON.stringify(bodyOf(values));
const countOf = (runs: ShiftedRun[]) => runs.flatMap(({ sessions }) => sessions).length;

interface ShiftDialogProps {
  /** The day whose sessions are to leave it. */
  closedDay?: string | undefined;
  onClose: () => void;
}

/** Moves or cancels the sessions of some days in all runs. The first press shows what changes, the second changes it. */
export function ShiftDialog({ closedDay = '', onClose }: ShiftDialogProps) {
  const { t } = useTranslation(['staffRuns', 'staffPlaces']);
  const lang = useLanguage().code;
  const { showSuccess } = useSnackbar();
  const courses = useCourses().data ?? [];
  const [plan, setPlan] = useState<Plan>();
  const form = useForm<Values>({
    defaultValues: {
      from: closedDay,
      until: '',
      course: '',
      kind: closedDay ? 'end' : 'move',
      by: '',
      reason: '',
    },
    validate: ({ from, until, kind, by, reason }) => ({
      from: from ? undefined : 'malformed_request',
      until: until && until < from ? 'malformed_request' : undefined,
      by: kind === 'move' && !/^-?0*[1-9]\d*$/.test(by) ? 'malformed_request' : undefined,
      reason: reason.trim() ? undefined : 'reason_required',
    }),
    submit: async (values) => {
      const key = keyOf(values);
      if (plan?.key !== key || plan.runs.length === 0) {
        setPlan({ key, ...(await shiftSessions(lang, { ...bodyOf(values), dryRun: true })) });
        return;
      }
      const { runs, failed } = await shiftSessions(lang, bodyOf(values));
      if (runs.length > 0) {
        showSuccess(t('shift.done', { count: countOf(runs) }));
      }
      if (failed.length > 0 || runs.length === 0) {
        setPlan({ key, runs: failed, remains: true });
      } else {
        onClose();
      }
    },
  });
  const values = { ...form.getValues(), ...useWatch({ control: form.control }) };
  const shown = plan?.key === keyOf(values) ? plan : undefined;
  const count = countOf(shown?.runs ?? []);
  const native = { select: { native: true }, inputLabel: { shrink: true } };
  const required = { malformed_request: t('required') };
  return (
    <FormDialog
      action={count > 0 ? t('shift.submit', { count }) : t('shift.preview')}
      danger={count > 0 && values.kind === 'cancel'}
      form={form}
      onClose={onClose}
      title={t('shift.title')}
    >
      <Typography>{t('shift.effect')}</Typography>
      <FormField
        errorTexts={required}
        form={form}
        label={t('shift.from')}
        name="from"
        slotProps={{ inputLabel: { shrink: true } }}
        type="date"
      />
      <FormField
        errorTexts={{ malformed_request: t('shift.untilBefore') }}
        form={form}
        helperText={t('shift.untilHint')}
        label={t('shift.until')}
        name="until"
        slotProps={{ inputLabel: { shrink: true } }}
        type="date"
      />
      <FormField
        form={form}
        label={t('staffPlaces:course')}
        name="course"
        select
        slotProps={native}
      >
        <option value="">{t('shift.allCourses')}</option>
        {courses.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </FormField>
      <FormField
        defaultValue={form.getValues('kind')}
        form={form}
        helperText={values.kind === 'end' ? t('shift.endHint') : undefined}
        label={t('shift.kind')}
        name="kind"
        select
        slotProps={native}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`shift.kinds.${kind}`)}
          </option>
        ))}
      </FormField>
      {values.kind === 'move' && (
        <FormField
          errorTexts={required}
          form={form}
          helperText={t('shift.byHint')}
          label={t('shift.by')}
          name="by"
          slotProps={{ htmlInput: { dir: 'ltr' } }}
          type="number"
        />
      )}
      <ReasonField form={form} name="reason" />
      <div role="status">{shown && <PlannedRuns plan={shown} />}</div>
    </FormDialog>
  );
}

function PlannedRuns({ plan: { runs, remains = false } }: { plan: Plan }) {
  const { t } = useTranslation('staffRuns');
  if (runs.length === 0) {
    return <Alert severity="info">{t('shift.none')}</Alert>;
  }
  return (
    <Alert severity={remains ? 'warning' : 'info'}>
      <span>{t(remains ? 'shift.remains' : 'shift.plan')}</span>
      <Stack component="ul" sx={{ margin: 0, paddingInlineStart: 2 }}>
        {runs.map(({ course, run, sessions }) => (
          <li key={`${course._id} ${run}`}>
            <bdi>{course.name}</bdi>
            <span>{' · '}</span>
            <bdi dir="ltr">{run}</bdi>
            <span>{' · '}</span>
            <span>{t('shift.sessions', { count: sessions.length })}</span>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
