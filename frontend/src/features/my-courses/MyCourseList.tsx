import { useTranslation } from 'react-i18next';
import { courseArtwork } from '#entities/course/facts.ts';
import { formatDates } from '#entities/course/formatRun.ts';
import { AmountDue } from '#entities/my-courses/amounts.tsx';
import { useMyCourses, type MyCourse } from '#entities/my-courses/api.ts';
import { CourseState } from '#entities/my-courses/CourseState.tsx';
import { shownStateOf } from '#entities/my-courses/membership.ts';
import { NextSession } from '#entities/my-courses/NextSession.tsx';
import { useLanguage } from '#i18n/useLanguage.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { FormScreen } from '#ui/form/FormScreen.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Loading } from '#ui/Skeleton.tsx';
import styles from './MyCourseList.module.css';

const groups = ['requested', 'enrolled', 'past'] as const;

/** The user's requests for places, enrolments and past courses, each with the way to its page. */
export function MyCourseList() {
  const { t } = useTranslation('myCourses');
  const query = useMyCourses();
  const courses = query.data;
  const shown = groups.filter((group) => courses && courses[group].length > 0);
  return (
    <FormScreen title={t('title')} wide>
      {courses &&
        shown.map((group) => (
          <section className={styles.group} key={group}>
            <h2 className={styles.groupTitle}>{t(`groups.${group}`)}</h2>
            <ul className={styles.list}>
              {courses[group].map((each) => (
                <MyCourseItem isPast={group === 'past'} key={each.course._id} myCourse={each} />
              ))}
            </ul>
          </section>
        ))}
      {courses && shown.length === 0 && (
        <>
          <p>{t('empty')}</p>
          <ButtonLink className={styles.browse} to="/courses">
            {t('browse')}
          </ButtonLink>
        </>
      )}
      {!courses && <MyCoursesLoading query={query} />}
    </FormScreen>
  );
}

interface MyCourseItemProps {
  myCourse: MyCourse;
  isPast: boolean;
}

/** A course of the user: its state, the dates of the run, and what comes next. */
function MyCourseItem({ myCourse, isPast }: MyCourseItemProps) {
  const language = useLanguage();
  const { course, run, place } = myCourse;
  const state = shownStateOf(myCourse, isPast);
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
          <h3 className={styles.name}>
            <Link to={`/my-courses/${course._id}`}>
              <bdi>{course.name}</bdi>
            </Link>
          </h3>
          <CourseState isPast={isPast} myCourse={myCourse} />
        </div>
        {run && <p>{formatDates(run, language)}</p>}
        <AmountDue place={place} />
        {run && state === 'confirmed' && <NextSession course={course} run={run} />}
      </div>
    </li>
  );
}

/** Instead of the courses of the user: they load, or why they could not be loaded. */
export function MyCoursesLoading({ query }: { query: ReturnType<typeof useMyCourses> }) {
  const { t } = useTranslation('myCourses');
  const failure = useQueryFailure(query);
  return failure ? (
    <Notice {...failure} title={t('failed')} />
  ) : (
    <Loading className={styles.skeleton} text={t('loading')} widths={[35, 70, 50]} />
  );
}
