import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useCourses } from '#entities/course/api.ts';
import { Link } from '#ui/Link.tsx';
import { ApplicationView } from './ApplicationView.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { Moment, CountryName, CourseNames } from '../kit/parts.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import {
  useApplications,
  type ListedApplication,
  applicationStates,
  useApplicationFilter,
} from './api.ts';

/** Teachers' applications: the list, and below it one application. */
export function ApplicationsPage({ path }: { path: string }) {
  return path ? <ApplicationView id={path} key={path} /> : <ApplicationList />;
}

/** The applications with one status. The filters are in the URL, so that it can be sent to a colleague. */
export function ApplicationList() {
  const { t } = useTranslation('staffApplications');
  const { filter, search, setFilter } = useApplicationFilter();
  const { state } = filter;
  const query = useApplications(filter);
  const applications = query.data?.pages.flatMap((page) => page.applications);
  return (
    <>
      <PageTitle title={t('title')}>
        <Filters filter={filter} setFilter={setFilter} />
      </PageTitle>
      {applications ? (
        <DataTable
          columns={[
            {
              id: 'name',
              label: t('name'),
              cell: (row) => <Applicant application={row} search={search} />,
            },
            {
              id: 'courses',
              label: t('courses'),
              cell: ({ courses }) => <CourseNames ids={courses} />,
            },
            {
              id: 'country',
              label: t('country'),
              cell: ({ country }) => <CountryName name={country} />,
            },
            {
              id: 'since',
              label: t('since'),
              cell: ({ createdAt }) => <Moment time={createdAt} />,
            },
            ...(state === 'pending'
              ? []
              : [
                  {
                    id: 'decided',
                    label: t('decided'),
                    cell: ({ decidedAt }: ListedApplication) =>
                      decidedAt && <Moment time={decidedAt} />,
                  },
                ]),
          ]}
          empty={t(`empty.${state}`)}
          label={t('title')}
          query={query}
          rowKey={({ _id }) => _id}
          rows={applications}
        />
      ) : (
        <QueryState query={query} title={t('title')} />
      )}
    </>
  );
}

function Filters({
  filter,
  setFilter,
}: Pick<ReturnType<typeof useApplicationFilter>, 'filter' | 'setFilter'>) {
  const { t } = useTranslation('staffApplications');
  const { state, course = '' } = filter;
  const courses = useCourses().data ?? [];
  const native = { select: { native: true }, inputLabel: { shrink: true } };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
      <TextField
        label={t('state')}
        onChange={({ target }) => {
          setFilter({ state: target.value });
        }}
        select
        size="small"
        slotProps={native}
        value={state}
      >
        {applicationStates.map((known) => (
          <option key={known} value={known}>
            {t(`states.${known}`)}
          </option>
        ))}
      </TextField>
      <TextField
        label={t('course')}
        onChange={({ target }) => {
          setFilter({ course: target.value });
        }}
        select
        size="small"
        slotProps={native}
        sx={{ maxWidth: '100%' }}
        value={course}
      >
        <option value="">{t('allCourses')}</option>
        {courses.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </TextField>
    </Stack>
  );
}

function Applicant({ application, search }: { application: ListedApplication; search: string }) {
  const { t } = useTranslation('staffApplications');
  const { _id, fullname, blocked, untold } = application;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Link to={`/staff/applications/${_id}${search}`}>
        <bdi>{fullname}</bdi>
      </Link>
      {blocked && <Chip label={t('blocked')} size="small" />}
      {untold && <Chip color="warning" label={t('untoldChip')} size="small" variant="outlined" />}
    </Stack>
  );
}
