import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useCourses } from '#entities/course/api.ts';
import { Link } from '#ui/Link.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { Moment } from '../kit/Moment.tsx';
import { CountryName, CourseName } from '../kit/names.tsx';
import { PageTitle } from '../kit/PageTitle.tsx';
import { QueryState } from '../kit/QueryState.tsx';
import { useApplications, type ApplicationStatus, type ListedApplication } from './api.ts';
import { useSearch } from '../kit/useSearch.ts';

const states: readonly ApplicationStatus[] = ['pending', 'approved', 'declined'];

/** The applications with one status. The filters are in the URL, so that it can be sent to a colleague. */
export function ApplicationList() {
  const { t } = useTranslation('staffApplications');
  const [search] = useSearch();
  const state = states.find((known) => known === search.get('state')) ?? 'pending';
  const course = search.get('course') ?? undefined;
  const query = useApplications({ state, course });
  const applications = query.data?.pages.flatMap((page) => page.applications);
  return (
    <>
      <PageTitle title={t('title')}>
        <Filters course={course} state={state} />
      </PageTitle>
      {applications ? (
        <DataTable
          columns={[
            { id: 'name', label: t('name'), cell: (row) => <Applicant application={row} /> },
            {
              id: 'courses',
              label: t('courses'),
              cell: ({ courses }) => <Courses ids={courses} />,
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
          isLoadingMore={query.isFetchingNextPage}
          label={t('title')}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
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
  state,
  course = '',
}: {
  state: ApplicationStatus;
  course?: string | undefined;
}) {
  const { t } = useTranslation('staffApplications');
  const [search, setSearch] = useSearch();
  const courses = useCourses().data ?? [];
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = Object.fromEntries(search);
    setSearch(value ? { ...others, [name]: value } : others);
  };
  const native = { select: { native: true }, inputLabel: { shrink: true } };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
      <TextField
        label={t('state')}
        onChange={({ target }) => {
          set('state', target.value);
        }}
        select
        size="small"
        slotProps={native}
        value={state}
      >
        {states.map((known) => (
          <option key={known} value={known}>
            {t(`states.${known}`)}
          </option>
        ))}
      </TextField>
      <TextField
        label={t('course')}
        onChange={({ target }) => {
          set('course', target.value);
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

function Applicant({ application }: { application: ListedApplication }) {
  const { t } = useTranslation('staffApplications');
  const { _id, fullname, blocked, untold } = application;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Link to={`/staff/applications/${_id}`}>
        <bdi>{fullname}</bdi>
      </Link>
      {blocked && <Chip label={t('blocked')} size="small" />}
      {untold && <Chip color="warning" label={t('untoldChip')} size="small" variant="outlined" />}
    </Stack>
  );
}

/** Each on a line of its own. */
export function Courses({ ids }: { ids: string[] }) {
  return (
    <>
      {ids.map((id) => (
        <div key={id}>
          <CourseName id={id} />
        </div>
      ))}
    </>
  );
}
