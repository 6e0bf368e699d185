import { useEffect, useId, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { courseArtwork } from '#entities/course/artwork.ts';
import { formatDates, formatTimeZone, formatWeekdays } from '#entities/course/formatRun.ts';
import { SessionList } from '#entities/course/SessionList.tsx';
import { languageNames } from '#entities/course/languageNames.ts';
import { useMyCourses, type MyCourse, type MyCourseLists } from '#entities/my-courses/api.ts';
import { CourseState, Quotation } from '#entities/my-courses/CourseState.tsx';
import { NextSession } from '#entities/my-courses/NextSession.tsx';
import { useWithdrawal, WithdrawDialog } from '#entities/my-courses/WithdrawDialog.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink, Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { MyCoursesSkeleton } from './MyCoursesSkeleton.tsx';
import styles from './MyCourses.module.css';

/** Other screens and emails lead to the section with this fragment. */
const ANCHOR = 'my-courses';

const groups = ['requested', 'enrolled', 'past'] as const;

/** The user's requests for places, enrolments and past courses. A request that waits can be withdrawn. */
export function MyCourses() {
  const { t } = useTranslation('myCourses');
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const query = useMyCourses();
  const courses = query.data;
  const failure = useQueryFailure(query);
  const withdrawal = useWithdrawal(() => {
    // The button that opened the dialog is gone.
    section.current?.focus();
  });
  useAnchor(section, courses !== undefined);
  const shown = groups.filter((group) => courses && courses[group].length > 0);

  return (
    <section
      aria-labelledby={id}
      className={styles.section}
      id={ANCHOR}
      ref={section}
      tabIndex={-1}
    >
      <Card className={styles.card}>
        <h2 className={styles.title} id={id}>
          {t('title')}
        </h2>
        {courses &&
          shown.map((group) => (
            <MyCourseGroup
              group={group}
              key={group}
              myCourses={courses[group]}
              onWithdraw={withdrawal.ask}
            />
          ))}
        {courses && shown.length === 0 && (
          <>
            <p>{t('empty')}</p>
            <ButtonLink className={styles.browse} to="/courses">
              {t('browse')}
            </ButtonLink>
          </>
        )}
        {!courses && failure && <Notice {...failure} title={t('failed')} />}
        {!courses && !failure && (
          <>
            <p className="visually-hidden" role="status">
              {t('loading')}
            </p>
            <MyCoursesSkeleton />
          </>
        )}
        <WithdrawDialog {...withdrawal} />
      </Card>
    </section>
  );
}

/** Leads to the section when the URL names it: when it appears, and again when its content has changed its height. */
function useAnchor(section: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useEffect(() => {
    if (isTarget()) {
      section.current?.focus({ preventScroll: true });
    }
  }, [section]);
  useEffect(() => {
    if (isTarget()) {
      section.current?.scrollIntoView();
    }
  }, [section, isLoaded]);
}

function isTarget(): boolean {
  return window.location.hash === `#${ANCHOR}`;
}

interface MyCourseGroupProps {
  group: keyof MyCourseLists;
  myCourses: MyCourse[];
  /** Called to withdraw the request for a course. */
  onWithdraw: (course: MyCourse['course']) => void;
}

/** The requests, the enrolments or the past courses of the user. */
function MyCourseGroup({ group, myCourses, onWithdraw }: MyCourseGroupProps) {
  const { t } = useTranslation('myCourses');
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{t(`groups.${group}`)}</h3>
      {group === 'requested' && <p className={styles.hint}>{t('requestedHint')}</p>}
      <ul className={styles.list}>
        {myCourses.map((myCourse) => {
          const { course, state } = myCourse;
          const isWaiting = group === 'requested' && state === 'pending';
          return (
            <MyCourseItem
              isPast={group === 'past'}
              key={course._id}
              myCourse={myCourse}
              onWithdraw={
                isWaiting
                  ? () => {
                      onWithdraw(course);
                    }
                  : undefined
              }
            />
          );
        })}
      </ul>
    </div>
  );
}

interface MyCourseItemProps {
  myCourse: MyCourse;
  isPast: boolean;
  /** Missing when there is nothing to withdraw. */
  onWithdraw?: (() => void) | undefined;
}

/** A course of the user: its state, the dates of the run, and what user and operator wrote. */
function MyCourseItem({ myCourse, isPast, onWithdraw }: MyCourseItemProps) {
  const { t } = useTranslation('myCourses');
  const { course, state, run, message, reason } = myCourse;
  const history = useHistory(myCourse);
  return (
    <li className={styles.course}>
      {course.artwork && (
        <img
          alt=""
          className={styles.artwork}
          height={54}
          loading="lazy"
          src={courseArtwork(course.artwork)}
          width={96}
        />
      )}
      <div className={styles.facts}>
        <div className={styles.head}>
          <h4 className={styles.name}>
            <bdi>{course.name}</bdi>
          </h4>
          <CourseState isPast={isPast} state={state} />
        </div>
        {run && <MyRunFacts run={run} />}
        {run && state === 'enrolled' && !isPast && <MySessions course={course} run={run} />}
        {history && <p>{history}</p>}
        {state === 'pending' && message && <Quotation label={t('message')} text={message} />}
        {reason && <Quotation label={t('reason')} text={reason} />}
      </div>
      {onWithdraw && (
        <Button
          aria-label={t('withdrawNamed', { course: course.name })}
          className={styles.withdraw}
          onClick={onWithdraw}
          variant="outlined"
        >
          {t('withdraw')}
        </Button>
      )}
    </li>
  );
}

/** When the last step was. */
function useHistory({ state, requestedAt, decidedAt, enrolledAt }: MyCourse): string | undefined {
  const { t } = useTranslation('myCourses');
  const { dates } = useLanguage();
  const dateOf = (time: string) => formatDate(dates, new Date(time));
  if (state === 'enrolled') {
    return enrolledAt && t('enrolledAt', { date: dateOf(enrolledAt) });
  }
  if (state === 'declined') {
    return decidedAt && t('declinedAt', { date: dateOf(decidedAt) });
  }
  return requestedAt && t('requestedAt', { date: dateOf(requestedAt) });
}

type Run = NonNullable<MyCourse['run']>;

/** The dates of a run, and when and in which language its sessions are. One that has left the catalogue has only its dates. */
function MyRunFacts({ run }: { run: Run }) {
  const { t } = useTranslation('myCourses');
  const current = useLanguage();
  const { time, timeZone, language } = run;
  return (
    <>
      <p>{formatDates(run, current)}</p>
      {run.weekdays && time && timeZone && (
        <p>
          {t('sessions', {
            weekdays: formatWeekdays(run.weekdays, current),
            time,
            timeZone: formatTimeZone({ timeZone }, current),
          })}
        </p>
      )}
      {language && <p>{t('taughtIn', { language: languageNames([language], current) })}</p>}
    </>
  );
}

/** The next session of a run, with the way into it, and the times of all. A run that has left the catalogue has no sessions. */
function MySessions({ course, run }: { course: MyCourse['course']; run: Run }) {
  const { t } = useTranslation('myCourses');
  const { sessions, timeZone } = run;
  return (
    sessions &&
    timeZone && (
      <>
        <NextSession course={course} run={run} />
        <SessionList
          cancelled={t('session.cancelled')}
          label={t('session.times')}
          sessions={sessions}
          timeZone={timeZone}
        />
      </>
    )
  );
}
