import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatDates, formatTimeZone } from '#entities/course/formatRun.ts';
import { dayIn } from '#i18n/formatTimes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { RunDetail } from './RunDetail.tsx';
import { RunState, useTimes } from './parts.tsx';
import { useHasRole } from '../api.ts';
import { DialogButton } from '../kit/FormDialog.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { useRuns, type ListedRun, useRunFilter } from './api.ts';
import { RunCalendar, RunMonth } from './RunCalendar.tsx';
import { ShiftDialog } from './ShiftDialog.tsx';

/** The runs of all courses: a list, or below it one run. */
export function RunsPage({ path }: { path: string }) {
  const [course, run] = path.split('/');
  return course && run ? <RunDetail course={course} key={path} run={run} /> : <RunList />;
}

const views = ['coming', 'over', 'calendar'] as const;

/** The runs that are not over, those that are, or the sessions of a month. */
export function RunList() {
  const { t } = useTranslation(['staffRuns', 'staffPlaces', 'staff']);
  const language = useLanguage();
  const { filter, search, setFilter } = useRunFilter();
  const query = useRuns(language.code, filter);
  const runs = query.data?.pages.flatMap((page) => page.runs);
  const isAdmissions = useHasRole('admissions');
  const view = filter.month ? 'calendar' : (filter.state ?? 'coming');
  return (
    <>
      <PageTitle title={t('staff:pages.runs')}>
        {isAdmissions && (
          <DialogButton dialog={(close) => <ShiftDialog onClose={close} />} variant="outlined">
            {t('shift.open')}
          </DialogButton>
        )}
      </PageTitle>
      <ToggleButtonGroup
        aria-label={t('show')}
        exclusive
        onChange={(_, next: (typeof views)[number] | null) => {
          if (next) {
            const month = dayIn(undefined, Date.now()).slice(0, '2027-03'.length);
            setFilter(next === 'calendar' ? { month } : { state: next });
          }
        }}
        size="small"
        sx={{ marginBlockEnd: 2 }}
        value={view}
      >
        {views.map((known) => (
          <ToggleButton key={known} value={known}>
            {t(`views.${known}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {filter.month && (
        <RunMonth
          month={filter.month}
          onChange={(month) => {
            setFilter({ month });
          }}
        />
      )}
      {!runs && <QueryState query={query} title={t('staff:pages.runs')} />}
      {runs && view === 'calendar' && (
        <RunCalendar closed={query.data?.pages[0]?.closedDays ?? []} runs={runs} search={search} />
      )}
      {runs && view !== 'calendar' && (
        <DataTable
          columns={[
            {
              id: 'course',
              label: t('staffPlaces:course'),
              cell: ({ course, id }) => (
                <TextLink to={`/staff/runs/${course._id}/${id}${search}`}>
                  <bdi>{course.name}</bdi>
                </TextLink>
              ),
            },
            {
              id: 'dates',
              label: t('staffPlaces:dates'),
              cell: (run) => formatDates(run, language),
            },
            { id: 'next', label: t('next'), cell: (run) => <Next run={run} /> },
            {
              id: 'seats',
              label: t('staffPlaces:seatsLabel'),
              cell: ({ taken, places }) => t('staffPlaces:seats', { taken, places }),
            },
            { id: 'state', label: t('staffPlaces:state'), cell: (run) => <RunState run={run} /> },
          ]}
          empty={t(`empty.${view}`)}
          label={t('staff:pages.runs')}
          query={query}
          rowKey={({ course, id }) => `${course._id} ${id}`}
          rows={runs}
        />
      )}
    </>
  );
}

function Next({ run: { next, timeZone } }: { run: ListedRun }) {
  const { dayAndTimes } = useTimes();
  const language = useLanguage();
  return (
    next && (
      <div>
        <div>{dayAndTimes(next, timeZone)}</div>
        <Typography color="text.secondary" variant="body2">
          {formatTimeZone({ timeZone }, language)}
        </Typography>
      </div>
    )
  );
}
