import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import { Loading } from '#ui/Skeleton.tsx';
import { courseTypes, type Course, coursesKey } from './api.ts';
import styles from './CourseSelection.module.css';

/** The maximum number of courses that a teacher may teach (spec §9). */
const MAX_COURSES = 2;

interface CourseSelectionProps {
  /** Ids of the selected courses. */
  selected: string[];
  onSelect: (ids: string[]) => void;
  /** Called when a course was rejected because the maximum is reached. */
  onTooMany?: () => void;
  /** Removes withdrawn courses as soon as the list is loaded, not with the next selection. */
  removesWithdrawn?: boolean;
}

/** The courses that a teacher teaches, selected from all courses (spec §5, Teacher course selection). */
export function CourseSelection({
  selected,
  onSelect,
  onTooMany,
  removesWithdrawn = false,
}: CourseSelectionProps) {
  const { t } = useTranslation('courses');
  const id = useId();
  const query = useCurrentCourses();
  const courses = query.data;
  const failure = useQueryFailure(query);
  // Withdrawn courses no longer count as selected.
  const taught = (courses ?? [])
    .filter((course) => selected.includes(course._id))
    .map(({ _id }) => _id);
  const hasWithdrawn = removesWithdrawn && courses !== undefined && taught.length < selected.length;

  const removeWithdrawn = useEffectEvent(() => {
    onSelect(taught);
  });

  useEffect(() => {
    if (hasWithdrawn) {
      removeWithdrawn();
    }
  }, [hasWithdrawn]);

  if (!courses) {
    return failure ? (
      <Notice {...failure} title={t('failed')} />
    ) : (
      <Loading text={t('loading')} widths={[80]} />
    );
  }

  const toggle = ({ _id }: Course) => {
    if (taught.includes(_id)) {
      onSelect(taught.filter((other) => other !== _id));
    } else if (taught.length < MAX_COURSES) {
      onSelect([...taught, _id]);
    } else {
      onTooMany?.();
    }
  };

  return (
    <div className={styles.selection}>
      {courseTypes.map((type) => (
        <div aria-labelledby={id + type} key={type} role="group">
          <h3 className={styles.group} id={id + type}>
            {t(`groups.${type}`)}
          </h3>
          <div className={styles.courses}>
            {courses
              .filter((course) => course.type === type)
              .map((course) => (
                <label className={styles.course} key={course._id}>
                  <input
                    checked={taught.includes(course._id)}
                    className={styles.box}
                    onChange={() => {
                      toggle(course);
                    }}
                    type="checkbox"
                  />
                  <bdi>{course.name}</bdi>
                </label>
              ))}
          </div>
        </div>
      ))}
      <p className={styles.count} role="status">
        {t('chosen', { taught: taught.length, most: MAX_COURSES })}
      </p>
    </div>
  );
}

/**
 * The courses in the current language, as the API has them, for a selection: an older list may lack one that is selected, and offer one
 * that is withdrawn.
 */
function useCurrentCourses() {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: [...coursesKey(lang), 'current'],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Course[]> =>
        dataOf(client.GET('/courses', { params: { query: { lang } }, signal })),
    },
    queryClient,
  );
}
