import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#i18n/languages.ts';
import { Link } from '#ui/Link.tsx';
import { Facts, Part, History, Moment, CountryName, CourseNames } from '../kit/parts.tsx';
import { Neighbours } from '../kit/Neighbours.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { useApplication, useApplications, type Application, useApplicationFilter } from './api.ts';
import { DecisionDialog, type DecisionResult } from './DecisionDialog.tsx';
import { Files } from './Files.tsx';

/** One application, with what its decision needs. */
export function ApplicationView({ id }: { id: string }) {
  const { t } = useTranslation('staffApplications');
  const { filter, search } = useApplicationFilter();
  const list = useApplications(filter).data?.pages.flatMap((page) => page.applications) ?? [];
  const query = useApplication(id);
  const [decisions, setDecisions] = useState(0);
  return (
    <>
      <Neighbours
        all={t('back')}
        current={id}
        decisions={decisions}
        list="/staff/applications"
        listed={list.map(({ _id }) => _id)}
        search={search}
      />
      {query.data ? (
        <Loaded
          application={query.data}
          onDecided={() => {
            setDecisions(decisions + 1);
          }}
        />
      ) : (
        <QueryState query={query} title={t('title')} />
      )}
    </>
  );
}

function Loaded({ application, onDecided }: { application: Application; onDecided: () => void }) {
  const { t } = useTranslation('staffApplications');
  const { _id, fullname, country, createdAt, language, courses, status, history } = application;
  const [decision, setDecision] = useState<'approve' | 'decline'>();
  const [result, setResult] = useState<DecisionResult>();
  return (
    <>
      <PageTitle title={fullname}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {(['approve', 'decline'] as const).map((choice) => (
            <Button
              key={choice}
              onClick={() => {
                setResult(undefined);
                setDecision(choice);
              }}
              variant={choice === 'approve' ? 'contained' : 'outlined'}
            >
              {t(`${choice}.open`)}
            </Button>
          ))}
        </Stack>
      </PageTitle>
      <Stack spacing={3}>
        <div role="status">
          {result && (
            <Alert severity={result === 'conflict' ? 'warning' : 'success'}>
              {result === 'conflict' ? t('conflict') : t(`${result}.done`)}
            </Alert>
          )}
        </div>
        <State application={application} />
        <Facts
          facts={[
            [t('state'), t(`states.${status}`)],
            [t('courses'), <CourseNames ids={courses} />],
            [t('country'), <CountryName name={country} />],
            [t('since'), <Moment time={createdAt} />],
            [t('language'), languageOf(language).ownName],
            [t('account'), <Link to={`/staff/people/${_id}`}>{t('toPerson')}</Link>],
          ]}
        />
        <Part title={t('files.title')}>
          <Files application={application} />
        </Part>
        <History entries={history} />
      </Stack>
      {decision && (
        <DecisionDialog
          application={application}
          decision={decision}
          onClose={(closed) => {
            setDecision(undefined);
            setResult(closed);
            if (closed && closed !== 'conflict') {
              onDecided();
            }
          }}
        />
      )}
    </>
  );
}

/** What stands between the application and a decision, or follows from one. */
function State({ application }: { application: Application }) {
  const { t } = useTranslation('staffApplications');
  const { verified, blocked, reason, untold } = application;
  return (
    <>
      {!verified && <Alert severity="info">{t('unverified')}</Alert>}
      {blocked && <Alert severity="info">{t('isBlocked')}</Alert>}
      {untold && <Alert severity="warning">{t('untold')}</Alert>}
      {reason && (
        <Alert icon={false} severity="info">
          <Typography component="p" variant="subtitle2">
            {t('reasonGiven')}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line' }}>
            {reason}
          </Typography>
        </Alert>
      )}
    </>
  );
}
