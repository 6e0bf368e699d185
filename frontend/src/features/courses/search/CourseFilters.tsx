import { useTranslation } from 'react-i18next';
import styles from './search.module.css';
import { optionsOf, useCriterionText, type ChosenName } from './findCourses.ts';
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
  if (!open) {
    return null;
  }
  return (
    <div className={styles.filters}>
      {(Object.keys(optionsOf) as ChosenName[]).map((name) => (
        <label key={name}>
          <span>{t(`labels.${name}`)}</span>
          <select
            onChange={(event) => {
              search.change({ [name]: event.target.value });
            }}
            value={search.criteria[name]}
          >
            <option value="">{t(`any.${name}`)}</option>
            {optionsOf[name]
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
