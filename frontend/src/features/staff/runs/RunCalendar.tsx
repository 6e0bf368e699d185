import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { textOf } from '#i18n/formatDate.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import type { ClosedDay, ListedRun, Session } from './api.ts';
import { useTimes } from './parts.tsx';

interface RunMonthProps {
  /** `2027-03`. */
  month: string;
  onChange: (month: string) => void;
}

/** The name of a month, with buttons to those beside it. */
export function RunMonth({ month, onChange }: RunMonthProps) {
  const { t } = useTranslation('staffRuns');
  const { dates } = useLanguage();
  const first = new Date(month);
  const format = intlFormat('DateTimeFormat', dates, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const move = (months: number) => () => {
    const moved = new Date(first);
    moved.setUTCMonth(first.getUTCMonth() + months);
    onChange(moved.toISOString().slice(0, month.length));
  };
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, marginBlockEnd: 2 }}
    >
      <Typography component="h2" sx={{ marginInlineEnd: 'auto' }} variant="h3">
        {format.format(first)}
      </Typography>
      <Button onClick={move(-1)} size="small">
        {t('previousMonth')}
      </Button>
      <Button onClick={move(1)} size="small">
        {t('nextMonth')}
      </Button>
    </Stack>
  );
}

interface Entry {
  run: ListedRun;
  session: Session;
}

/** The sessions by their days. Day and order are those of the clocks on the wall, whatever the time zones of the runs. */
function daysOf(runs: ListedRun[]): [day: string, entries: Entry[]][] {
  const days = new Map<string, Entry[]>();
  const entries = runs.flatMap((run) => (run.sessions ?? []).map((session) => ({ run, session })));
  entries.sort((one, other) => one.session.start.localeCompare(other.session.start));
  for (const entry of entries) {
    const day = entry.session.start.slice(0, '2027-03-27'.length);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

interface RunCalendarProps {
  /** With their sessions of the month. */
  runs: ListedRun[];
  /** Those of the month. */
  closed: ClosedDay[];
  /** What follows the path of a link to a run. */
  search: string;
}

/** The days of a month that have sessions. */
export function RunCalendar({ runs, closed, search }: RunCalendarProps) {
  const { t } = useTranslation('staffRuns');
  const { code, dates } = useLanguage();
  const closedDay = (day: string) => {
    const name = closed.find(({ date }) => date === day)?.name[code];
    return name && <Chip color="warning" label={name} size="small" variant="outlined" />;
  };
  const format = intlFormat('DateTimeFormat', dates, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  if (runs.length === 0) {
    return <Typography color="text.secondary">{t('empty.calendar')}</Typography>;
  }
  return (
    <Stack spacing={2}>
      {daysOf(runs).map(([day, entries]) => (
        <section key={day}>
          <Stack direction="row" sx={{ alignItems: 'baseline', flexWrap: 'wrap', gap: 1 }}>
            <Typography component="h3" variant="subtitle1">
              {textOf(dates, format.formatToParts(new Date(day)))}
            </Typography>
            {closedDay(day)}
          </Stack>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {entries.map((entry) => (
              <SessionOfDay
                entry={entry}
                key={`${entry.run.course._id} ${entry.run.id} ${entry.session.number}`}
                search={search}
              />
            ))}
          </Box>
        </section>
      ))}
    </Stack>
  );
}

function SessionOfDay({ entry: { run, session }, search }: { entry: Entry; search: string }) {
  const { t } = useTranslation('staffRuns');
  const { time, length } = useTimes();
  const language = useLanguage();
  const { course, id, timeZone } = run;
  const isCancelled = session.cancelled || run.cancelled;
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: 'baseline',
        borderBlockEnd: 1,
        borderColor: 'divider',
        columnGap: 1.5,
        flexWrap: 'wrap',
        overflowWrap: 'anywhere',
      }}
    >
      <Box component={isCancelled ? 's' : 'span'}>
        <strong>{time(session, timeZone)}</strong> <span>{length(session)}</span>
      </Box>
      <TextLink to={`/staff/runs/${course._id}/${id}${search}`}>
        <bdi>{course.name}</bdi>
      </TextLink>
      <span>{t('session', { number: session.number })}</span>
      <bdi dir="ltr">{id}</bdi>
      <Typography color="text.secondary" component="span" variant="body2">
        {formatTimeZone({ timeZone }, language)}
      </Typography>
      {isCancelled && (
        <Chip color="warning" label={t('sessions.cancelled')} size="small" variant="outlined" />
      )}
    </Stack>
  );
}
