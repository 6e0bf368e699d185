import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import type { Course } from '#entities/course/api.ts';
import { courseArtwork, languageNames } from '#entities/course/facts.ts';
import { formatDate, nearDay } from '#i18n/formatDate.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Card } from '#ui/Card.tsx';
import styles from './CourseCard.module.css';
import type { Elements } from '#ui/elements.ts';

interface CourseCardProps {
  course: Course;
  /** What signed-in users see besides the facts. */
  children?: Elements;
}

/**
 * A course with its picture and the facts that people compare courses by. The catalogue may leave out each of them. The whole card is the
 * link to the course's page (spec §2, Courses: choosing a course is logged).
 */
export function CourseCard({ course, children }: CourseCardProps) {
  const { t } = useTranslation('courses');
  const { artwork, level, hours, languages, nextStart } = course;
  const facts = [
    level && <span>{t(`levels.${level}`)}</span>,
    hours !== undefined && <Hours hours={hours} />,
    languages && <Languages languages={languages} />,
    nextStart && <Start date={nextStart} />,
  ].filter(Boolean);
  return (
    <Card as="article" className={styles.card}>
      {artwork && (
        <img
          alt=""
          className={styles.artwork}
          height={270}
          loading="lazy"
          src={courseArtwork(artwork)}
          width={480}
        />
      )}
      <h3>
        <Link
          className={styles.choose}
          onClick={() => {
            console.info('Course chosen:', course._id);
          }}
          to={`/courses/${course._id}`}
        >
          <bdi>{course.name}</bdi>
        </Link>
      </h3>
      <p className={styles.description}>{course.description}</p>
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact, position) => (
            <li key={position}>{fact}</li>
          ))}
        </ul>
      )}
      {children}
    </Card>
  );
}

/*
 * Each fact with a format is a component: a browser takes tens of milliseconds to make the first format of a kind, and React can pause between
 * components while it hydrates.
 */

function Hours({ hours }: { hours: number }) {
  const { dates } = useLanguage();
  const format = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const;
  return <Fact text={intlFormat('NumberFormat', dates, format).format(hours)} />;
}

function Languages({ languages }: { languages: readonly LanguageCode[] }) {
  return <Fact text={languageNames(languages, useLanguage())} />;
}

function Start({ date }: { date: string }) {
  const { t } = useTranslation('courses');
  const { dates } = useLanguage();
  // A prerendered page has the date.
  const today = useSyncExternalStore(onReturn, currentDay, () => '');
  const day = nearDay(dates, date, today) ?? formatDate(dates, new Date(date), { timeZone: 'UTC' });
  return <Fact text={t('starts', { date: day })} />;
}

/** The day may have changed while the user was away. */
function onReturn(check: () => void): () => void {
  document.addEventListener('visibilitychange', check);
  return () => {
    document.removeEventListener('visibilitychange', check);
  };
}

/** The day on the browser's calendar: the list has no time zone with the start of a course. */
function currentDay(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The browser's locale data may write it differently than the prerendered page. */
function Fact({ text }: { text: string }) {
  return <span suppressHydrationWarning>{text}</span>;
}
