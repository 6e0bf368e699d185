import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/useLanguage.ts';
import { TextLink } from '#ui/Link.tsx';
import { useHasRole } from '../api.ts';
import { DataTable, RowActions } from '../kit/DataTable.tsx';
import { DoneAt } from '../kit/parts.tsx';
import { PageTitle, QueryPage } from '../kit/page.tsx';
import { ShiftDialog } from '../runs/ShiftDialog.tsx';
import { useClosedDays, type ClosedDay, type ClosedDays, type SessionOnClosedDay } from './api.ts';
import { DayDialog, RemoveDayDialog, useDay } from './DayDialog.tsx';

/** The days on which no run should have a session, and the sessions that are on such days. */
export function ClosedDaysPage() {
  const { t } = useTranslation('staff');
  const query = useClosedDays(useLanguage().code);
  const title = t('pages.closedDays');
  return (
    <QueryPage
      page={(closed) => <Days closed={closed} title={title} />}
      query={query}
      title={title}
    />
  );
}

interface Edited {
  /** As they were shown. */
  closed: ClosedDays;
  /** A new one has none. */
  day?: ClosedDay;
  kind: 'set' | 'remove' | 'move';
}

function Days({ closed, title }: { closed: ClosedDays; title: string }) {
  const { t } = useTranslation(['staffClosedDays', 'staff']);
  const { formatDay, nameOf } = useDay();
  const lang = useLanguage().code;
  const isAdmissions = useHasRole('admissions');
  const [edited, setEdited] = useState<Edited>();
  const close = () => {
    setEdited(undefined);
  };
  const edit = (kind: Edited['kind'], day?: ClosedDay) => () => {
    setEdited({ closed, kind, ...(day && { day }) });
  };
  return (
    <>
      <PageTitle title={title}>
        {isAdmissions && (
          <Button onClick={edit('set')} variant="contained">
            {t('add')}
          </Button>
        )}
      </PageTitle>
      <Typography sx={{ marginBlockEnd: 2 }}>{t('effect')}</Typography>
      <DataTable
        columns={[
          { id: 'date', label: t('date'), cell: ({ date }) => formatDay(date) },
          { id: 'name', label: t('name'), cell: ({ name }) => <bdi>{name[lang]}</bdi> },
          {
            id: 'sessions',
            label: t('sessions'),
            cell: (day) => {
              const onDay = closed.sessions.filter(({ start }) => start.startsWith(day.date));
              return (
                onDay.length > 0 && (
                  <Stack sx={{ alignItems: 'flex-start' }}>
                    {onDay.map((session) => (
                      <SessionOnDay
                        key={`${session.course._id} ${session.run} ${session.number}`}
                        session={session}
                      />
                    ))}
                    {isAdmissions && (
                      <Button
                        aria-label={t('moveOf', { day: nameOf(day) })}
                        onClick={edit('move', day)}
                        size="small"
                      >
                        {t('move')}
                      </Button>
                    )}
                  </Stack>
                )
              );
            },
          },
          ...(isAdmissions
            ? [
                {
                  id: 'edit',
                  label: t('staff:members.actions'),
                  cell: (day: ClosedDay) => (
                    <RowActions
                      changeLabel={t('changeDay', { day: nameOf(day) })}
                      onChange={edit('set', day)}
                      onRemove={edit('remove', day)}
                      removeLabel={t('removeDay', { day: nameOf(day) })}
                    />
                  ),
                },
              ]
            : []),
        ]}
        empty={t('empty')}
        label={title}
        rowKey={({ date }) => date}
        rows={closed.days}
      />
      {closed.changedAt && <DoneAt label={t('changed')} time={closed.changedAt} />}
      {edited?.kind === 'set' && <DayDialog {...edited} onClose={close} />}
      {edited?.kind === 'remove' && <RemoveDayDialog {...edited} onClose={close} />}
      {edited?.kind === 'move' && <ShiftDialog closedDay={edited.day?.date} onClose={close} />}
    </>
  );
}

function SessionOnDay({ session: { course, run, number } }: { session: SessionOnClosedDay }) {
  const { t } = useTranslation('staffRuns');
  return (
    <div>
      <TextLink to={`/staff/runs/${course._id}/${run}`}>
        <bdi>{course.name}</bdi>
      </TextLink>{' '}
      <span>{t('session', { number })}</span>
    </div>
  );
}
