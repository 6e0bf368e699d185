import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDays } from '#entities/my-courses/amounts.tsx';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { useToday, hasRole } from '../api.ts';
import { Facts, Part, Moment } from '../kit/parts.tsx';
import { Neighbours } from '../kit/Neighbours.tsx';
import { PageTitle, QueryState } from '../kit/page.tsx';
import { usePlace, usePlaces, type Decision, type Place, usePlaceFilter } from './api.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { Ledger } from './Ledger.tsx';

/** One place: who asks, what is decided, what is paid, and what happened. */
export function PlaceDetail({ user, course }: { user: string; course: string }) {
  const { t } = useTranslation(['staffPlaces', 'staff']);
  const lang = useLanguage().code;
  const { filter, search } = usePlaceFilter();
  const list = usePlaces(lang, filter).data?.pages.flatMap(({ places }) => places) ?? [];
  const query = usePlace(lang, { user, course });
  const [decisions, setDecisions] = useState(0);
  const place = query.data;
  return (
    <>
      <Neighbours
        all={t('all')}
        current={`${user}/${course}`}
        decisions={decisions}
        list="/staff/places"
        listed={list.flatMap((one) => (one.user ? `${one.user._id}/${one.course._id}` : []))}
        search={search}
      />
      {place ? (
        <>
          <PageTitle title={place.user.fullname}>
            <State place={place} />
          </PageTitle>
          <Stack spacing={2}>
            <Overview place={place} />
            <Decisions
              onDecided={() => {
                setDecisions(decisions + 1);
              }}
              place={place}
            />
            <Proofs place={place} />
            <Ledger place={place} />
            <History place={place} />
          </Stack>
        </>
      ) : (
        <>
          <PageTitle title={t('staff:pages.places')} />
          <QueryState query={query} title={t('staff:pages.places')} />
        </>
      )}
    </>
  );
}

function State({ place: { state } }: { place: Place }) {
  const { t } = useTranslation('myCourses');
  return <Chip color="primary" label={t(`states.${state}`)} variant="outlined" />;
}

function Overview({ place }: { place: Place }) {
  const { t } = useTranslation(['staffPlaces', 'myPlace']);
  const days = useDays();
  const { user, run, message, reason, waiver, payer, money, requestedAt } = place;
  const seats = run.places !== undefined && t('seats', { taken: run.taken, places: run.places });
  return (
    <Part title={place.course.name}>
      {user.blocked && <Alert severity="warning">{t('blocked')}</Alert>}
      {run.cancelled && <Alert severity="warning">{t('runCancelled')}</Alert>}
      <Facts
        facts={[
          [t('dates'), t('fromTo', { start: days(run.start), end: days(run.end) })],
          [t('seatsLabel'), seats === false ? t('runGone') : seats],
          [t('email'), <bdi dir="ltr">{user.email}</bdi>],
          [
            t('phone'),
            <TextLink dir="ltr" reloadDocument to={`tel:${user.phone.replaceAll(/[^+\d]/g, '')}`}>
              {user.phone}
            </TextLink>,
          ],
          [t('country'), user.country],
          [t('language'), languages.find(({ code }) => code === user.language)?.ownName],
          [t('asked'), <Moment time={requestedAt} />],
          [t('message'), message && <bdi>{message}</bdi>],
          [t('reason'), reason && <bdi>{reason}</bdi>],
          [t('waiver'), waiver && <bdi>{waiver}</bdi>],
          [
            t('payer'),
            payer && (
              <>
                <bdi>{payer.name}</bdi>
                <br />
                <bdi>{payer.address}</bdi>
              </>
            ),
          ],
          [t('payerTaxNumber'), payer?.taxNumber && <bdi>{payer.taxNumber}</bdi>],
        ]}
      />
      {money?.due && (
        <TextLink to={`/staff/places/${user._id}/${place.course._id}/proforma`}>
          {t('myPlace:receipt.kinds.proforma')}
        </TextLink>
      )}
    </Part>
  );
}

function Decisions({ place, onDecided }: { place: Place; onDecided: () => void }) {
  const { t } = useTranslation('staffPlaces');
  const roles = useToday().data?.roles ?? [];
  const [decision, setDecision] = useState<Decision>();
  const allowed = place.decisions.filter(
    (event) =>
      event === 'confirm' ||
      event === 'name_payer' ||
      hasRole(roles, [event === 'refuse_proof' ? 'finance' : 'admissions']),
  );
  if (allowed.length === 0) {
    return null;
  }
  return (
    <Part title={t('decide')}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {allowed.map((event, index) => (
          <Button
            color={
              ['decline', 'cancel', 'retract', 'refuse_proof'].includes(event) ? 'error' : 'primary'
            }
            key={event}
            onClick={() => {
              setDecision(event);
            }}
            variant={index === 0 ? 'contained' : 'outlined'}
          >
            {t(`decisions.${event}.action`)}
          </Button>
        ))}
      </Stack>
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={(isDone) => {
            setDecision(undefined);
            if (isDone) {
              onDecided();
            }
          }}
          place={place}
        />
      )}
    </Part>
  );
}

function Proofs({ place: { proofs } }: { place: Place }) {
  const { t } = useTranslation('staffPlaces');
  if (proofs.length === 0) {
    return null;
  }
  return (
    <Part title={t('proofs.title')}>
      <Stack component="ul" spacing={1} sx={{ margin: 0, paddingInlineStart: 2 }}>
        {proofs.map(({ name, state, sentAt, reason, url }) => (
          <li key={sentAt + name}>
            <Moment time={sentAt} />
            <Chip label={t(`proofs.states.${state}`)} size="small" sx={{ marginInline: 1 }} />
            {url ? (
              <a href={url} rel="noreferrer">
                {t('proofs.open', { name })}
              </a>
            ) : (
              <span>{`${name} (${t('proofs.missing')})`}</span>
            )}
            {reason ? <p>{reason}</p> : null}
          </li>
        ))}
      </Stack>
    </Part>
  );
}

function History({ place: { history } }: { place: Place }) {
  const { t } = useTranslation('staffPlaces');
  return (
    <Part title={t('history')}>
      {history.length === 0 ? (
        <Typography color="text.secondary">{t('noHistory')}</Typography>
      ) : (
        <Stack component="ul" spacing={1} sx={{ margin: 0, paddingInlineStart: 2 }}>
          {history.map(({ at, who, what }) => (
            <li key={at + what}>
              <Moment time={at} /> <bdi>{who}</bdi> <bdi dir="ltr">{what}</bdi>
            </li>
          ))}
        </Stack>
      )}
    </Part>
  );
}
