import { useTranslation } from 'react-i18next';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useCourses, type Course } from '#entities/course/api.ts';
import { formatTimeZone } from '#entities/course/formatRun.ts';
import { useNow, startingFirst } from '#entities/course/sessions.ts';
import { AmountDue, useDays } from '#entities/my-courses/amounts.tsx';
import type { MyCourse, useMyCourses, MyCourseLists } from '#entities/my-courses/api.ts';
import { CourseState } from '#entities/my-courses/CourseState.tsx';
import { NextSession } from '#entities/my-courses/NextSession.tsx';
import { nearDay } from '#i18n/formatDate.ts';
import { clockIn, dayIn, formatNearTime } from '#i18n/formatTimes.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { courseArtwork } from '#entities/course/facts.ts';
import { Card } from '#ui/Card.tsx';
import type { Elements } from '#ui/elements.ts';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextLink } from '#ui/Link.tsx';
import styles from './UpcomingCourses.module.css';

/** The user's requests and enrolments that start first, or the way to the catalogue. */
export function UpcomingCourses({ mine }: { mine: ReturnType<typeof useMyCourses> }) {
  const { t } = useTranslation('myCourses');
  const dateLine = useDateLine();
  const courses = mine.data && upcomingOf(mine.data);
  return (
    <ListCard
      failed={t('failed')}
      link={{ to: '/my-courses', text: t('home.courses.all') }}
      loading={t('loading')}
      none={
        <div className={styles.empty}>
          <p>{t('home.courses.none')}</p>
          <ButtonLink to="/courses" variant="outlined">
            {t('browse')}
          </ButtonLink>
        </div>
      }
      query={mine}
      title={t('title')}
    >
      {courses?.map((each) => (
        <CourseRow course={each.course} key={each.course._id}>
          <CourseState myCourse={each} />
          <CourseDates dateLine={dateLine} myCourse={each} />
        </CourseRow>
      ))}
    </ListCard>
  );
}

interface CourseDatesProps {
  myCourse: MyCourse;
  dateLine: ReturnType<typeof useDateLine>;
}

/** What is still to pay for a place that is reserved, the next session of an enrolment, or else when the run starts. */
function CourseDates({ myCourse, dateLine }: CourseDatesProps) {
  const { course, run, state, place } = myCourse;
  if (isDue(myCourse)) {
    return (
      <TextLink to={`/my-courses/${course._id}`}>
        <AmountDue place={place} />
      </TextLink>
    );
  }
  if (!run || state === 'declined') {
    return null;
  }
  return state === 'enrolled' && run.sessions ? (
    <NextSession course={course} run={run} />
  ) : (
    <span>{dateLine(run)}</span>
  );
}

/** Returns when a run starts, or ends if it has started. */
function useDateLine() {
  const { t } = useTranslation('myCourses');
  const language = useLanguage();
  const { dates } = language;
  const now = useNow();
  const dateOf = useDays();
  // A run that has left the catalogue has only its dates.
  return ({ start, end, time, timeZone }: NonNullable<MyCourse['run']>) => {
    if (`${start} ${time ?? '23:59'}` < clockIn(timeZone ?? 'UTC', now)) {
      return t('home.ends', { date: dateOf(end) });
    }
    const near = time && timeZone && formatNearTime(dates, { day: start, time, timeZone }, now);
    const date = near ? `${near} (${formatTimeZone({ timeZone }, language)})` : dateOf(start);
    return t('home.starts', { date });
  };
}

interface StartingSoonProps {
  /** The courses of the user, which are left out. Undefined when they could not be loaded. */
  mine: MyCourseLists | undefined;
  /** Whether `mine` is known. */
  isReady: boolean;
}

/** The courses of the catalogue that start first. */
export function StartingSoon({ mine, isReady }: StartingSoonProps) {
  const { t } = useTranslation('myCourses');
  const { dates } = useLanguage();
  // The list has no time zone with the start of a course.
  const today = dayIn(undefined, useNow());
  const query = useCourses();
  const { data } = query;
  const courses = isReady ? data && startingSoon(data, mine, today) : undefined;
  const days = useDays();
  const dayOf = (day: string) => nearDay(dates, day, today) ?? days(day);
  return (
    <ListCard
      failed={t('home.soon.failed')}
      link={{ to: '/courses', text: t('home.soon.all') }}
      loading={t('home.soon.loading')}
      none={<p className={styles.empty}>{t('home.soon.none')}</p>}
      query={query}
      title={t('home.soon.title')}
    >
      {courses?.map(({ nextStart = '', ...course }) => (
        <CourseRow course={course} key={course._id}>
          <span>{t('home.starts', { date: dayOf(nextStart) })}</span>
        </CourseRow>
      ))}
    </ListCard>
  );
}

const NEVER = '9999';

/** Whether a place is reserved until the user pays it. */
function isDue({ place }: MyCourse): boolean {
  return place?.state === 'offered' && place.due !== undefined;
}

/** The requests and enrolments of the user: what is to be paid, then what starts first, and requests that have ended last. */
export function upcomingOf({ requested, enrolled }: MyCourseLists): MyCourse[] {
  const keyOf = (each: MyCourse) =>
    `${isDue(each) ? 0 : each.state === 'declined' ? 2 : 1} ${each.run?.start ?? NEVER}`;
  return [...requested, ...enrolled]
    .sort((one, other) => compare(keyOf(one), keyOf(other)))
    .slice(0, SHOWN);
}

/** The courses that start first, without those in which the user has a place or waits for one. */
export function startingSoon(
  courses: Course[],
  mine: MyCourseLists | undefined,
  today: string,
): Course[] {
  const known = [...(mine?.requested ?? []), ...(mine?.enrolled ?? [])]
    .filter(({ state }) => state !== 'declined')
    .map(({ course }) => course._id);
  return startingFirst(courses, today)
    .filter(({ _id }) => !known.includes(_id))
    .slice(0, SHOWN);
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

const SHOWN = 3;

interface ListCardProps {
  query: Parameters<typeof useQueryFailure>[0];
  title: string;
  failed: string;
  loading: string;
  none: Elements;
  /** Where there are more. */
  link: { to: string; text: string };
  /** The rows. Undefined until they are known. */
  children: ReactElement[] | undefined;
}

/** A card with a list of courses. It keeps room for a full list, so that nothing moves when the list arrives. */
function ListCard({ query, title, failed, loading, none, link, children }: ListCardProps) {
  const id = useId();
  const failure = useQueryFailure(query);
  return (
    <Card aria-labelledby={id} as="section">
      <h3 id={id}>{title}</h3>
      <div className={styles.content}>
        {children && (children.length > 0 ? <ul>{children}</ul> : none)}
        {!children && failure && <Notice {...failure} title={failed} />}
        {!children && !failure && <CourseRowSkeletons text={loading} />}
      </div>
      <div>
        <TextLink to={link.to}>
          <span>{link.text}</span>
          <Icon name="arrow" />
        </TextLink>
      </div>
    </Card>
  );
}

interface CourseRowProps {
  course: { name: string; artwork?: string };
  children: ReactNode;
}

function CourseRow({ course, children }: CourseRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        {course.artwork && (
          <img alt="" height={54} loading="lazy" src={courseArtwork(course.artwork)} width={96} />
        )}
      </div>
      <div className={styles.text}>
        <h4 className={styles.name}>
          <bdi>{course.name}</bdi>
        </h4>
        <div className={styles.facts}>{children}</div>
      </div>
    </li>
  );
}

const rows = Array.from({ length: SHOWN }, (_, index) => index);

/** Placeholder while a short list loads, in its size. The text is for screen readers. */
function CourseRowSkeletons({ text }: { text: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <div aria-busy="true" className={styles.skeletons}>
        {rows.map((row) => (
          <div className={styles.row} key={row}>
            <div className={styles.picture} />
            <div className={styles.text}>
              <Skeleton tall width={60} />
              <Skeleton width={40} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
