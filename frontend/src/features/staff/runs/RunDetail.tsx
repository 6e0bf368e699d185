import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { formatDates, formatTimeZone } from '#entities/course/formatRun.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { useHasRole } from '../api.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Facts, Part, Moment } from '../kit/parts.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { usePlaceColumns } from '../places/usePlaceColumns.tsx';
import { useRun, type Run, useRunFilter } from './api.ts';
import { CancelRun } from './CancelRun.tsx';
import { Materials } from './Materials.tsx';
import { MeetingPart } from './Meeting.tsx';
import { RunState, StateCounts } from './parts.tsx';
import { Sessions } from './Sessions.tsx';

/** One run: its sessions, how one takes part, its materials, and its participants. */
export function RunDetail({ course, run: id }: { course: string; run: string }) {
  const { t } = useTranslation(['staffRuns', 'staff']);
  const lang = useLanguage().code;
  const { search } = useRunFilter();
  const query = useRun(lang, { course, run: id });
  const isAdmissions = useHasRole('admissions');
  const run = query.data;
  const canChange = isAdmissions && run?.cancelled === undefined;
  // A run of an early import has no sessions.
  const isComing =
    run !== undefined && (run.sessions.length === 0 || run.sessions.some(({ over }) => !over));
  return (
    <>
      <TextLink to={`/staff/runs${search}`}>{t('all')}</TextLink>
      {run ? (
        <>
          <PageTitle title={run.course.name}>
            <RunState run={run} />
          </PageTitle>
          <Stack spacing={2}>
            <Overview run={run} />
            <Sessions canChange={canChange} run={run} />
            <MeetingPart canChange={canChange && isComing} run={run} />
            <Materials canChange={canChange} run={run} />
            <Participants run={run} />
            {canChange && isComing && <CancelRun run={run} />}
          </Stack>
        </>
      ) : (
        <>
          <PageTitle title={t('staff:pages.runs')} />
          <QueryState query={query} title={t('staff:pages.runs')} />
        </>
      )}
    </>
  );
}

function Overview({ run }: { run: Run }) {
  const { t } = useTranslation(['staffRuns', 'staffPlaces']);
  const language = useLanguage();
  const { id, taken, places, teacher, cancelled } = run;
  return (
    <Part title={t('about')}>
      {cancelled && (
        <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
          <span>{t('runCancelled')}</span> <Moment time={cancelled.at} />
          <br />
          <bdi>{cancelled.reason}</bdi>
        </Alert>
      )}
      {!teacher && (
        <Alert severity="warning" sx={{ marginBlockEnd: 2 }}>
          {t('noTeacher')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('staffPlaces:dates'), formatDates(run, language)],
          [t('timeZone'), formatTimeZone(run, language)],
          [t('staffPlaces:seatsLabel'), t('staffPlaces:seats', { taken, places })],
          [t('teacher'), teacher && <bdi>{teacher}</bdi>],
          [t('id'), <bdi dir="ltr">{id}</bdi>],
        ]}
      />
    </Part>
  );
}

function Participants({ run: { course, id, participants } }: { run: Run }) {
  const { t } = useTranslation('staffRuns');
  const { name, state, asked, price } = usePlaceColumns(`?course=${course._id}&run=${id}`);
  return (
    <Part title={t('participants.title')}>
      <Stack spacing={2}>
        <StateCounts participants={participants} />
        <DataTable
          columns={[name, state, asked, price]}
          empty={t('participants.none')}
          label={t('participants.title')}
          rowKey={({ user, requestedAt }) => `${user?._id} ${requestedAt}`}
          rows={participants}
        />
      </Stack>
    </Part>
  );
}
