import {
  useDeferredValue,
  useEffect,
  useMemo,
  type ReactNode,
  memo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { type Course, courseTypes, coursesKey, fetchCourses } from '#entities/course/api.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { Button } from '#ui/Button.tsx';
import { queryClient } from '#api/queryClient.ts';
import { languages } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { CoursePrices } from '../prices.tsx';
import {
  criteriaNames,
  readCriteria,
  type Criteria,
  type CourseSearch,
} from './useCourseSearch.ts';
import { findCourses, type Translations, useCriterionText } from './findCourses.ts';
import styles from './FoundCourses.module.css';
import { CourseGroups, PORTION } from '../components/CourseGroups.tsx';

export interface FoundCoursesProps {
  courses: Course[];
  search: CourseSearch;
  /** Undefined for visitors, and while prices load. */
  prices: CoursePrices | undefined;
  renderCard: (course: Course) => ReactNode;
}

/** The courses that the search found, in the shown language or else in the others, or how to find more. */
export function FoundCourses({ courses, search, prices, renderCard }: FoundCoursesProps) {
  const { t } = useTranslation('courseSearch');
  const criterionText = useCriterionText();
  const { setResult } = search;
  // A key press shows at once, and the list follows.
  const query = useDeferredValue(search.query);
  const criteria = useMemo(() => readCriteria(query), [query]);
  const inLanguage = useMemo(
    () => findCourses(courses, criteria, prices),
    [courses, criteria, prices],
  );
  const isNowhere = inLanguage.length === 0 && criteria.q.trim() !== '';
  const { data: translations, isLoading } = useOtherLanguages(isNowhere);
  const found = useMemo(
    () => (isNowhere ? findCourses(courses, criteria, prices, translations) : inLanguage),
    [courses, criteria, inLanguage, isNowhere, prices, translations],
  );
  const result = isLoading ? '' : t('found', { count: found.length });

  useEffect(() => {
    setResult(result);
  }, [result, setResult]);

  if (found.length > 0) {
    return <CoursePortions courses={found} renderCard={renderCard} />;
  }
  if (isLoading) {
    return null;
  }
  const remove = (changed: Partial<Criteria>) => {
    search.change(changed);
    // The pressed button disappears.
    document.querySelector<HTMLElement>('[role=search] input')?.focus();
  };
  return (
    <div className={styles.nothing}>
      <h2>{t('nothing')}</h2>
      <p>{t('advice')}</p>
      <ul className={styles.criteria}>
        {criteriaNames
          .filter((name) => name !== 'sort' && criteria[name].trim())
          .map((name) => (
            <li key={name}>
              <Button
                onClick={() => {
                  remove({ [name]: '' });
                }}
                variant="outlined"
              >
                {t('remove', {
                  what: t(`labels.${name}`),
                  value: isolatedName(criterionText(name, criteria[name])),
                })}
              </Button>
            </li>
          ))}
      </ul>
      <Button
        onClick={() => {
          remove(readCriteria(''));
        }}
      >
        {t('showAll')}
      </Button>
    </div>
  );
}

export interface CoursePortionsProps {
  courses: Course[];
  renderCard: (course: Course) => ReactNode;
}

/** The courses in their groups, a portion at a time. A key press alone does not render it again. */
export const CoursePortions = memo(function CoursePortions({
  courses,
  renderCard,
}: CoursePortionsProps) {
  const { t } = useTranslation('courseSearch');
  const [most, setMost] = useState(PORTION);
  const list = useRef<HTMLDivElement>(null);

  const inGroups = courseTypes.flatMap((type) => courses.filter((course) => course.type === type));

  const showMore = () => {
    flushSync(() => {
      setMost(most + PORTION);
    });
    // The first of the new ones: the list has no end that a reader could go on from.
    list.current?.querySelectorAll<HTMLElement>('li[tabindex]')[most]?.focus();
  };

  return (
    <div ref={list}>
      <CourseGroups courses={inGroups.slice(0, most)} renderCard={renderCard} />
      {most < courses.length && (
        <Button className={styles.more} onClick={showMore} variant="outlined">
          {t('more')}
        </Button>
      )}
    </div>
  );
});

/** The courses in the languages that are not shown. They are loaded when the search needs them, and are missing when that fails. */
export function useOtherLanguages(isNeeded: boolean) {
  const shown = useLanguage().code;
  return useQuery(
    {
      queryKey: [...coursesKey(shown), 'otherLanguages'],
      queryFn: () =>
        Promise.all(
          languages.filter(({ code }) => code !== shown).map(({ code }) => fetchCourses(code)),
        ),
      enabled: isNeeded,
      // Each list has been retried.
      retry: false,
      select: byId,
    },
    queryClient,
  );
}

function byId(lists: Course[][]): Translations {
  const found = new Map<string, Course[]>();
  for (const course of lists.flat()) {
    found.set(course._id, [...(found.get(course._id) ?? []), course]);
  }
  return found;
}
