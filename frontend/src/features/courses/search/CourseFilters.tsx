import { useTranslation } from 'react-i18next';
import { useCourses, usePrerenderedCourses } from '#entities/course/api.ts';
import styles from './search.module.css';
import { chosenNames, optionsOf, useCriterionText } from './findCourses.ts';
import type { CourseSearch } from './useCourseSearch.ts';

interface CourseFiltersProps {
  open: boolean;
  search: CourseSearch;
  hasPrices: boolean;
}

/** The filters, and the order of the list. */
export function CourseFilters({ open, search, hasPrices }: CourseFiltersProps) {
  const { t } = useTranslation('courseSearch');
  const criterionText = useCriterionText();
  const prerendered = usePrerenderedCourses();
  const courses = useCourses().data ?? prerendered ?? [];
  if (!open) {
    return null;
  }
  return (
    <div className={styles.filters}>
      {chosenNames.map((name) => (
        <label key={name}>
          <span>{t(`labels.${name}`)}</span>
          <select
            onChange={(event) => {
              search.change({ [name]: event.target.value });
            }}
            value={search.criteria[name]}
          >
            <option value="">{t(`any.${name}`)}</option>
            {optionsOf(name, courses, search.criteria)
              .filter((value) => value !== 'price' || hasPrices)
              .map((value) => (
                <option key={value} value={value}>
                  {criterionText(name, value)}
                </option>
              ))}
          </select>
        </label>
      ))}
    </div>
  );
}
