import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useAccessToken } from '#api/accessToken.ts';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { useCourse } from '#entities/course/api.ts';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { opensAt, useNow, type RunSession } from '#entities/course/sessions.ts';
import { userQueryKey } from '#entities/user/currentUser.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { formatTimes } from '#i18n/formatTimes.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { Button, ButtonAnchor, ButtonLink } from '#ui/Button.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';
import styles from './JoinScreen.module.css';

type Meeting = components['schemas']['Meeting'];

interface Session {
  course: string;
  run: string;
  number: number;
}

/** How often the screen asks again whether the session is open. */
const ASK_AGAIN_MS = 15_000;

/** Leads a participant into a session. Mails and calendars link to it: they do not have the link to the meeting. */
export function JoinScreen() {
  const [course = '', run = '', number = ''] = (useParams()['*'] ?? '').split('/');
  return <Joining course={course} key={`${course}/${run}/${number}`} number={+number} run={run} />;
}

function Joining(session: Session) {
  const { t } = useTranslation('myPlace');
  const errorMessage = useErrorMessage();
  const query = useMeeting(session);
  const { data: meeting, error, isFetching } = query;
  const course = useCourse(session.course).data;
  const run = course?.runs.find(({ id }) => id === session.run);
  const times = run?.sessions?.find(({ number }) => number === session.number);
  /** The only way to take part needs no choice. */
  const onlyUrl = meeting?.dialIn || meeting?.address ? undefined : meeting?.url;

  useEffect(() => {
    if (onlyUrl) {
      lead(onlyUrl);
    }
  }, [onlyUrl]);

  return (
    <PlainScreen
      message={
        <span role="status">
          {meeting ? t('join.open') : error ? errorMessage(error) : t('join.asking')}
        </span>
      }
      title={course?.name ?? t('join.title')}
    >
      <div className={styles.facts}>
        {run && times && <SessionTimes session={times} timeZone={run.timeZone} />}
        {!meeting && times && isTooEarly(error) && <Countdown session={times} />}
        {meeting && <MeetingFacts meeting={meeting} />}
      </div>
      {!meeting && error && !isTooEarly(error) && (
        <Button busy={isFetching} onClick={() => void query.refetch()}>
          {t('join.again')}
        </Button>
      )}
      <ButtonLink to="/my-courses" variant="outlined">
        {t('join.courses')}
      </ButtonLink>
    </PlainScreen>
  );
}

/** How one takes part, once the session is open. It is nowhere else, and is forgotten with the screen. */
function useMeeting({ course, run, number }: Session) {
  const token = useAccessToken();
  return useQuery(
    {
      queryKey: [...userQueryKey(token), 'meeting', course, run, number],
      queryFn: ({ signal }) =>
        dataOf(
          client.POST('/courses/{id}/runs/{run}/sessions/{number}/join', {
            params: { path: { id: course, run, number } },
            signal,
          }),
        ),
      enabled: token !== null,
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
      refetchInterval: ({ state }) => (isTooEarly(state.error) ? ASK_AGAIN_MS : false),
    },
    queryClient,
  );
}

function isTooEarly(error: unknown): boolean {
  return hasCode(error, 'session_not_open');
}

/** Opens another site, which does not learn where the user comes from. */
function lead(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.click();
}

function SessionTimes({ session, timeZone }: { session: RunSession; timeZone: string }) {
  const language = useLanguage();
  return (
    <p>
      <span>{formatTimes(language.dates, session, timeZone)}</span>{' '}
      <span>{`(${formatTimeZone({ timeZone }, language)})`}</span>
    </p>
  );
}

/** When the session opens, as the time goes by. */
function Countdown({ session }: { session: RunSession }) {
  const { t } = useTranslation('myPlace');
  const { dates } = useLanguage();
  const minutes = Math.max(1, Math.ceil((opensAt(session) - useNow()) / 60_000));
  const [amount, unit] = amountOf(minutes);
  const time = intlFormat('RelativeTimeFormat', dates, {}).format(amount, unit);
  return <p className={styles.countdown}>{t('join.opens', { time })}</p>;
}

/** Minutes in the largest unit of which there are two. */
function amountOf(minutes: number): [number, 'minutes' | 'hours' | 'days'] {
  if (minutes < 120) {
    return [minutes, 'minutes'];
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? [hours, 'hours'] : [Math.floor(hours / 24), 'days'];
}

function MeetingFacts({ meeting: { url, dialIn, address } }: { meeting: Meeting }) {
  const { t } = useTranslation('myPlace');
  return (
    <>
      {url && (
        <ButtonAnchor href={url} rel="noreferrer">
          {t('join.enter')}
        </ButtonAnchor>
      )}
      {dialIn && (
        <p>
          <span>{t('join.dialIn')}</span> <bdi dir="ltr">{dialIn}</bdi>
        </p>
      )}
      {address && (
        <p>
          <span>{t('join.address')}</span> <bdi>{address}</bdi>
        </p>
      )}
    </>
  );
}
