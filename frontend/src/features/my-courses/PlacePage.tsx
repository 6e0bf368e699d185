import { useRef, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses, useOwnQuery } from '#entities/my-courses/api.ts';
import { CourseState, Quotation } from '#entities/my-courses/CourseState.tsx';
import { findMembership, shownStateOf, type Membership } from '#entities/my-courses/membership.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { TextLink } from '#ui/Link.tsx';
import { PlainScreen } from '#ui/ScreenTitle.tsx';
import type { components } from '#api/schema.d.ts';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { client, dataOf } from '#api/client.ts';
import { MyCoursesLoading } from './MyCourseList.tsx';
import { Payer, Payment } from './Payment.tsx';
import { PlaceActions } from './PlaceActions.tsx';
import { RunDates } from './RunDates.tsx';
import styles from './PlacePage.module.css';

/** What the user has of one course, and what they can do about it. */
export function PlacePage({ courseId }: { courseId: string }) {
  const { t } = useTranslation('myPlace');
  const query = useMyCourses();
  const membership = query.data && findMembership(query.data, courseId);
  if (query.data && !membership) {
    return (
      <PlainScreen message={t('notFound.message')} title={t('notFound.title')}>
        <ButtonLink to="/my-courses">{t('all')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <FormScreen
      header={
        <div>
          <TextLink to="/my-courses">{t('all')}</TextLink>
        </div>
      }
      title={membership?.course.name ?? t('title')}
      wide
    >
      {membership ? <Place membership={membership} /> : <MyCoursesLoading query={query} />}
    </FormScreen>
  );
}

function Place({ membership }: { membership: Membership }) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const status = useRef<HTMLDivElement>(null);
  const { course, isPast, message, reason, run } = membership;
  const state = shownStateOf(membership, isPast);
  return (
    <>
      <div className={styles.status} ref={status} tabIndex={-1}>
        <CourseState isPast={isPast} myCourse={membership} />
        <Steps state={state} />
        <p>{t(`now.${state}`)}</p>
        {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
      </div>
      <Payment membership={membership} />
      <Payer membership={membership} />
      <RunDates membership={membership} />
      {run && (state === 'confirmed' || state === 'finished') && (
        <Materials courseId={course._id} runId={run.id} />
      )}
      {message && (
        <div>
          <Quotation label={t('myCourses:message')} text={message} />
        </div>
      )}
      <div className={styles.actions}>
        <PlaceActions
          membership={membership}
          onEnded={() => {
            // The button that opened the dialog is gone.
            status.current?.focus();
          }}
        />
      </div>
    </>
  );
}

const steps = ['requested', 'offered', 'confirmed', 'finished'] as const;

/** How far the place is. Nothing when it has ended before its course. */
function Steps({ state }: { state: ReturnType<typeof shownStateOf> }) {
  const { t } = useTranslation('myPlace');
  const current = steps.findIndex((step) => step === (state === 'waiting' ? 'requested' : state));
  return (
    current >= 0 && (
      <ol aria-label={t('steps.label')} className={styles.steps}>
        {steps.map((step, index) => (
          <li
            aria-current={index === current ? 'step' : undefined}
            data-done={index <= current}
            key={step}
          >
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
    )
  );
}

type Material = components['schemas']['Material'];

interface MaterialsProps {
  courseId: string;
  runId: string;
}

/** The links of a run for those who take part. Nothing when there are none. */
function Materials({ courseId, runId }: MaterialsProps) {
  const { t } = useTranslation('myPlace');
  const id = useId();
  const query = useMaterials(courseId, runId);
  const failure = useQueryFailure(query);
  const materials = query.data ?? [];
  if (failure && materials.length === 0) {
    return <Notice {...failure} title={t('materials.failed')} />;
  }
  return (
    materials.length > 0 && (
      <section aria-labelledby={id} className={styles.part}>
        <h2 className={styles.title} id={id}>
          {t('materials.title')}
        </h2>
        <ul className={styles.materials}>
          {materials.map((material) => (
            <MaterialLink key={material.url} {...material} />
          ))}
        </ul>
      </section>
    )
  );
}

/** The title is in one language, which can differ from that of the page. */
function MaterialLink({ session, title, url }: Material) {
  const { t } = useTranslation('myPlace');
  return (
    <li>
      <a href={url} rel="noreferrer" target="_blank">
        <bdi>{title}</bdi>
      </a>
      {session !== undefined && <span>{t('materials.session', { number: session })}</span>}
    </li>
  );
}

/** The materials and recordings of a run in which the user has a place. */
function useMaterials(courseId: string, runId: string) {
  return useOwnQuery(['materials', courseId, runId], (signal, lang) => {
    const params = { path: { id: courseId, run: runId }, query: { lang } };
    return dataOf(client.GET('/courses/{id}/runs/{run}/materials', { params, signal }));
  });
}
