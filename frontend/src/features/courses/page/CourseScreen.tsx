import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useLocation } from 'react-router-dom';
import { queryClient } from '#api/queryClient.ts';
import { useCourse, type CourseDetails, coursesKey, type Course } from '#entities/course/api.ts';
import { courseArtwork, languageNames } from '#entities/course/facts.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { hasCode } from '#lib/apiError.ts';
import { ButtonLink } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { Icon } from '#ui/Icon.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { PlainScreen, ScreenTitle } from '#ui/ScreenTitle.tsx';
import { TextLink } from '#ui/Link.tsx';
import { useHasAccessToken } from '#api/accessToken.ts';
import { Card } from '#ui/Card.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { CourseSkeleton } from './CourseSkeleton.tsx';
import type { MemberEnrolmentProps } from './MemberEnrolment.tsx';
import { RunList, useRuns } from './RunList.tsx';
import styles from './CourseScreen.module.css';
import enrolmentStyles from './Enrolment.module.css';

export function CourseScreen() {
  const { id = '' } = useParams();
  // A new component for each course: what was entered for one is not about another.
  return <CoursePage id={id} key={id} />;
}

function CoursePage({ id }: { id: string }) {
  const { t } = useTranslation('coursePage');
  const query = useCourse(id);
  const course = query.data;
  const failure = useQueryFailure(query);
  const listed = useListedCourse(id);

  if (hasCode(failure?.error, 'course_not_found')) {
    return (
      <PlainScreen message={t('notFound.message')} title={t('notFound.title')}>
        <ButtonLink to="/courses">{t('all')}</ButtonLink>
      </PlainScreen>
    );
  }
  return (
    <>
      <CourseHead course={course ?? listed} />
      <div className={styles.body}>
        {failure && (
          <div className={styles.wide}>
            <Notice {...failure} title={course ? t('outdated') : t('failed')} />
          </div>
        )}
        {course && (
          <>
            <Enrolment course={course} />
            <CourseDescription course={course} />
          </>
        )}
        {!course && !failure && <CourseSkeleton />}
      </div>
    </>
  );
}

/** What the list of courses has of the course, to show it at once. */
function useListedCourse(id: string): Course | undefined {
  const lang = useLanguage().code;
  return queryClient.getQueryData<Course[]>(coursesKey(lang))?.find(({ _id }) => _id === id);
}

type Described = Pick<CourseDetails, 'name' | 'description' | 'type' | 'artwork'>;

/** Title, description and picture of a course; a general title until they are known. */
function CourseHead({ course }: { course: Described | undefined }) {
  const { t } = useTranslation(['coursePage', 'courses']);
  const title = course?.name ?? t('title');
  return (
    <div className={styles.head} data-type={course?.type}>
      <div className={styles.content}>
        <div className={styles.text}>
          <TextLink to="/courses">
            <Icon className={styles.back} name="back" size={18} /> <span>{t('all')}</span>
          </TextLink>
          <ScreenTitle documentTitle={title}>
            <bdi>{title}</bdi>
          </ScreenTitle>
          {course && (
            <>
              <p className={styles.group}>{t(`courses:groups.${course.type}`)}</p>
              <p className={styles.description}>{course.description}</p>
            </>
          )}
        </div>
        {course?.artwork && (
          <img
            alt=""
            className={styles.artwork}
            height={270}
            src={courseArtwork(course.artwork)}
            width={480}
          />
        )}
      </div>
    </div>
  );
}

/** What a course is like and what it teaches. The catalogue may leave out each part. */
function CourseDescription({ course }: { course: CourseDetails }) {
  const { t } = useTranslation('coursePage');
  const facts = useFacts(course);
  return (
    <div className={styles.details}>
      {course.outcomes.length > 0 && (
        <Part title={t('outcomes')}>
          <ul className={styles.outcomes}>
            {course.outcomes.map((outcome) => (
              <li key={outcome}>{outcome}</li>
            ))}
          </ul>
        </Part>
      )}
      {facts.length > 0 && (
        <Part title={t('facts.title')}>
          <dl className={styles.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                {/* Another version of the browser's locale data may write it differently than the prerendered page. */}
                <dd suppressHydrationWarning>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {course.audience && (
        <Part title={t('audience')}>
          <p>{course.audience}</p>
        </Part>
      )}
      {course.prerequisites && (
        <Part title={t('prerequisites')}>
          <p>{course.prerequisites}</p>
        </Part>
      )}
      {course.syllabus.length > 0 && (
        <Part title={t('syllabus')}>
          <ol className={styles.syllabus}>
            {course.syllabus.map((subject) => (
              <li key={subject}>{subject}</li>
            ))}
          </ol>
        </Part>
      )}
      {course.takeaway && (
        <Part title={t('takeaway')}>
          <p>{course.takeaway}</p>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The facts of a course that the catalogue has, each with its name. */
function useFacts(course: CourseDetails): { name: string; value: string }[] {
  const { t } = useTranslation(['coursePage', 'courses']);
  const language = useLanguage();
  const { level, hours, sessions, sessionMinutes, languages, format, groupSize, recordings } =
    course;
  const amount = (count: number, options?: Intl.NumberFormatOptions) =>
    intlFormat('NumberFormat', language.dates, options).format(count);
  const length = (count: number, unit: 'hour' | 'minute') =>
    amount(count, { style: 'unit', unit, unitDisplay: 'long' });
  const hoursAndMinutes = (minutes: number) =>
    intlFormat('ListFormat', language.dates, { type: 'unit' }).format([
      ...(minutes >= 60 ? [length(Math.floor(minutes / 60), 'hour')] : []),
      ...(minutes % 60 ? [length(minutes % 60, 'minute')] : []),
    ]);
  const facts = [
    [t('facts.level'), level && t(`courses:levels.${level}`)],
    [t('facts.hours'), hours && length(hours, 'hour')],
    [t('facts.sessions'), sessions && amount(sessions)],
    [t('facts.sessionMinutes'), sessionMinutes && hoursAndMinutes(sessionMinutes)],
    [t('facts.languages'), languages && languageNames(languages, language)],
    [t('facts.format'), format && t(`formats.${format}`)],
    [t('facts.groupSize'), groupSize && t('atMost', { count: groupSize })],
    [t('facts.recordings'), recordings !== undefined && t(recordings ? 'recorded' : 'notRecorded')],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** Loaded for signed-in users only. */
const MemberEnrolment = lazyComponent<MemberEnrolmentProps>(
  async () => (await import('./MemberEnrolment.tsx')).MemberEnrolment,
  {
    placeholder: <CourseSkeleton />,
    translations: ['coursePrices', 'errors', 'myCourses', 'placeRequest'],
  },
);

/** Loaded for visitors, after a prerendered page, which has no price. */
const VisitorPrice = lazyComponent<{ courseId: string }>(
  async () => (await import('./VisitorPrice.tsx')).VisitorPrice,
  { translations: ['coursePrices'] },
);

interface EnrolmentProps {
  course: CourseDetails;
}

/** The runs of a course, and how to get a place in one. */
function Enrolment({ course }: EnrolmentProps) {
  const { t } = useTranslation('coursePage');
  const id = useId();
  const isVisitor = !useHasAccessToken();
  const runs = useRuns(course.runs);
  return (
    <Card aria-labelledby={id} as="section" className={enrolmentStyles.enrolment}>
      <h2 className={styles.title} id={id}>
        {t('runs.title')}
      </h2>
      {runs.length === 0 && <p>{t('runs.none')}</p>}
      {isVisitor ? (
        <>
          <div className={enrolmentStyles.price}>
            <VisitorPrice courseId={course._id} />
          </div>
          <RunList course={course} runs={runs} />
          <SignupInvitation
            canAsk={runs.some(({ state }) => state !== 'started')}
            name={course.name}
          />
        </>
      ) : (
        <MemberEnrolment course={course} runs={runs} />
      )}
    </Card>
  );
}

interface SignupInvitationProps {
  /** Whether a run has a place to ask for. */
  canAsk: boolean;
  /** The name of the course, which the sign-up shows. */
  name: string;
}

/** For visitors. Signing up and logging in lead back to this page. */
function SignupInvitation({ canAsk, name }: SignupInvitationProps) {
  const { t } = useTranslation(['coursePage', 'courses']);
  const state = { from: useLocation().pathname, ...(canAsk && { wanted: name }) };
  return (
    <div className={enrolmentStyles.invitation}>
      <p>{canAsk ? t('visitor.invitation') : t('courses:signup.invitation')}</p>
      <ButtonLink state={state} to="/signup">
        {canAsk ? t('visitor.ask') : t('courses:signup.button')}
      </ButtonLink>
      <p>
        <span>{t('visitor.haveAccount')}</span>{' '}
        <TextLink state={state} to="/login">
          {t('visitor.login')}
        </TextLink>
      </p>
    </div>
  );
}
