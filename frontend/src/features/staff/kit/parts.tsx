import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { useTranslation } from 'react-i18next';
import type { Elements } from '#ui/elements.ts';
import type { components } from '#api/schema.d.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useCountries } from '#entities/country/useCountries.ts';
import { useCourses } from '#entities/course/api.ts';
import styles from './Facts.module.css';

export function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} component="section" variant="outlined">
      <CardContent>
        <Typography component="h2" gutterBottom id={id} variant="h3">
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

/** Names with their values. What has no value is left out. */
export function Facts({ facts }: { facts: (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type Entry = components['schemas']['StaffHistory'][number];

/** The actions that have a text of their own. Others are shown as the audit log has them. */
const kinds = [
  'teacher_approve',
  'teacher_decline',
  'account_block',
  'account_unblock',
  'account_export',
  'sessions_end',
  'staff_change',
  'verification_resend',
] as const;

const isKnown = (kind: string): kind is (typeof kinds)[number] =>
  kinds.some((known) => known === kind);

/** What staff and operators did about somebody, the latest first. */
export function History({ entries }: { entries: Entry[] }) {
  const { t } = useTranslation('staff');
  return (
    <Part title={t('history.title')}>
      {entries.length === 0 ? (
        <Typography color="text.secondary">{t('history.empty')}</Typography>
      ) : (
        <List dense disablePadding>
          {entries.map(({ at, by, kind, action }) => (
            <ListItem
              disableGutters
              key={at + action}
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {isKnown(kind) ? <span>{t(`history.${kind}`)}</span> : <bdi dir="ltr">{action}</bdi>}
              <Typography color="text.secondary" variant="body2">
                <bdi>{by ?? t('history.operator')}</bdi>
                <span>{' · '}</span>
                <Moment time={at} />
              </Typography>
            </ListItem>
          ))}
        </List>
      )}
    </Part>
  );
}

/** A date with a time, in the reader's zone. */
export function Moment({ time }: { time: string }) {
  const { dates } = useLanguage();
  const format = intlFormat('DateTimeFormat', dates, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}

/** The name of a course. A withdrawn one has its id alone. */
export function CourseName({ id }: { id: string }) {
  const courses = useCourses().data ?? [];
  return <bdi>{courses.find(({ _id }) => _id === id)?.name ?? id}</bdi>;
}

/** The name of a country in the reader's language. On the wire it is the English one. */
export function CountryName({ name }: { name: string }) {
  const { code } = useLanguage();
  const countries = useCountries().data ?? [];
  return <bdi>{countries.find(({ names }) => names.en === name)?.names[code] ?? name}</bdi>;
}

/** Each on a line of its own. */
export function CourseNames({ ids }: { ids: string[] }) {
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

export function DoneAt({ label, time }: { label: string; time: string }) {
  return (
    <Typography color="text.secondary" sx={{ marginBlockStart: 2 }} variant="body2">
      <span>{label}</span> <Moment time={time} />
    </Typography>
  );
}
