import Alert from '@mui/material/Alert';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#i18n/languages.ts';
import { Link } from '#ui/Link.tsx';
import { Facts, Part, History, Moment, CountryName, CourseName } from '../kit/parts.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { Actions } from './Actions.tsx';
import { usePerson, type Person } from './api.ts';

/** One person: how to reach them, the state of the account, and what staff can do. */
export function PersonView({ id }: { id: string }) {
  const { t } = useTranslation('staffPeople');
  const query = usePerson(id);
  return (
    <>
      <Typography>
        <Link to="/staff/people">{t('back')}</Link>
      </Typography>
      {query.data ? (
        <Loaded person={query.data} />
      ) : (
        <QueryState query={query} title={t('title')} />
      )}
    </>
  );
}

function Loaded({ person }: { person: Person }) {
  const { t } = useTranslation('staffPeople');
  const { _id, fullname, type, history } = person;
  return (
    <>
      <PageTitle title={fullname} />
      <Stack spacing={3}>
        <Actions person={person} />
        <Warnings person={person} />
        <Details person={person} />
        <Part title={t('courses.title')}>
          <Courses person={person} />
          {type === 'teacher' && (
            <Typography>
              <Link to={`/staff/applications/${_id}`}>{t('toApplication')}</Link>
            </Typography>
          )}
        </Part>
        <History entries={history} />
      </Stack>
    </>
  );
}

/** Why emails do not arrive, and what stands in the way of the account. */
function Warnings({ person: { mail, rejected, blocked } }: { person: Person }) {
  const { t } = useTranslation('staffPeople');
  return (
    <>
      {blocked && <Alert severity="warning">{t('isBlocked')}</Alert>}
      {rejected && <Alert severity="warning">{t('rejected')}</Alert>}
      {mail !== 'delivered' && (
        <Alert severity={mail === 'unknown' ? 'info' : 'warning'}>{t(`mail.${mail}`)}</Alert>
      )}
    </>
  );
}

function Details({ person }: { person: Person }) {
  const { t } = useTranslation(['staffPeople', 'staff']);
  const { _id, email, verified, phones, country, language, type, createdAt, sessions } = person;
  const { staff } = person;
  return (
    <Facts
      facts={[
        [
          t('email'),
          <Stack
            direction="row"
            key="email"
            sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}
          >
            <bdi dir="ltr">{email}</bdi>
            <Chip label={t(verified ? 'verified' : 'unverified')} size="small" />
          </Stack>,
        ],
        [
          t('phone'),
          phones.map((phone) => (
            <div key={phone}>
              <MuiLink dir="ltr" href={`tel:${phone}`}>
                {phone}
              </MuiLink>
            </div>
          )),
        ],
        [t('country'), <CountryName key="country" name={country} />],
        [t('language'), languageOf(language).ownName],
        [t('type'), t(`types.${type}`)],
        [t('since'), <Moment key="since" time={createdAt} />],
        [t('sessions.label'), <Sessions key="sessions" sessions={sessions} />],
        [
          t('roles'),
          staff.length > 0
            ? staff.map((role) => <Chip key={role} label={t(`staff:roles.${role}`)} size="small" />)
            : undefined,
        ],
        [
          t('id'),
          <bdi dir="ltr" key="id">
            {_id}
          </bdi>,
        ],
      ]}
    />
  );
}

function Sessions({ sessions: { count, lastSeenAt, staffSince } }: Pick<Person, 'sessions'>) {
  const { t } = useTranslation('staffPeople');
  return (
    <>
      <div>{t('sessions.count', { count })}</div>
      {lastSeenAt && (
        <div>
          <span>{t('sessions.lastSeen')}</span> <Moment time={lastSeenAt} />
        </div>
      )}
      {staffSince && (
        <div>
          <span>{t('sessions.staff')}</span> <Moment time={staffSince} />
        </div>
      )}
    </>
  );
}

function Courses({ person: { courses, teaches } }: { person: Person }) {
  const { t } = useTranslation('staffPeople');
  if (courses.length + teaches.length === 0) {
    return <Typography color="text.secondary">{t('courses.none')}</Typography>;
  }
  return (
    <List dense disablePadding>
      {courses.map(({ course, run = '', state = 'enrolled' as const }) => (
        <ListItem disableGutters key={course} sx={{ flexWrap: 'wrap', gap: 1 }}>
          <CourseName id={course} />
          <bdi dir="ltr">{run}</bdi>
          <Chip label={t(`courses.states.${state}`)} size="small" />
        </ListItem>
      ))}
      {teaches.map((course) => (
        <ListItem disableGutters key={`teaches ${course}`} sx={{ flexWrap: 'wrap', gap: 1 }}>
          <CourseName id={course} />
          <Chip label={t('courses.teaches')} size="small" />
        </ListItem>
      ))}
    </List>
  );
}
