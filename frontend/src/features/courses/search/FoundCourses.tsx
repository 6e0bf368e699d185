import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#entities/course/api.ts';
import { isolatedName } from '#i18n/isolate.ts';
import { Button } from '#ui/Button.tsx';
import type { CoursePrices } from '../prices.ts';
import { CoursePortions } from './CoursePortions.tsx';
import { criteriaNames, readCriteria, type Criteria } from './criteria.ts';
import { findCourses, useCriterionText } from './findCourses.ts';
import styles from './FoundCourses.module.css';
import type { CourseSearch } from './useCourseSearch.ts';
import { useOtherLanguages } from './useOtherLanguages.ts';

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
