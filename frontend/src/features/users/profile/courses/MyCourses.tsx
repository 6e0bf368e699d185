import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses, type MyCourse } from '#entities/my-courses/api/listMyCourses.ts';
import { WithdrawDialog } from '#entities/my-courses/WithdrawDialog.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import { MyCourseGroup } from './MyCourseGroup.tsx';
import styles from './MyCourses.module.css';
import { MyCoursesSkeleton } from './MyCoursesSkeleton.tsx';

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
  /** The course whose request the dialog is about. It stays while the dialog closes. */
  const [asked, setAsked] = useState<MyCourse['course'] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [timesWithdrawn, setTimesWithdrawn] = useState(0);
  useAnchor(section, courses !== undefined);
  useEffect(() => {
    if (timesWithdrawn > 0) {
      // The button that opened the dialog is gone.
      section.current?.focus();
    }
  }, [timesWithdrawn]);
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
              onWithdraw={(course) => {
                setAsked(course);
                setIsAsking(true);
              }}
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
        {asked && (
          <WithdrawDialog
            course={asked}
            onClose={() => {
              setIsAsking(false);
            }}
            onWithdrawn={() => {
              setTimesWithdrawn((times) => times + 1);
            }}
            open={isAsking}
          />
        )}
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
