import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import styles from './CourseSearchBar.module.css';
import type { CourseSearch } from './useCourseSearch.ts';

const CourseFilters = lazyComponent(
  async () => (await import('./CourseFilters.tsx')).CourseFilters,
  { translations: ['courseSearch'] },
);

interface CourseSearchBarProps {
  search: CourseSearch;
  hasPrices: boolean;
}

/** The search field, and the filters that its button opens. What finds courses is loaded when it is needed. */
export function CourseSearchBar({ search, hasPrices }: CourseSearchBarProps) {
  const { t } = useTranslation('courses');
  const [isOpen, setIsOpen] = useState<boolean>();
  const { q, ...filters } = search.criteria;
  if (isOpen === undefined && Object.values(filters).some(Boolean)) {
    // A URL with filters opens them. They stay when the last one is removed.
    setIsOpen(true);
  }
  return (
    <div className={styles.bar} role="search">
      <input
        aria-label={t('search')}
        className={styles.input}
        dir="auto"
        maxLength={100}
        onChange={(event) => {
          search.change({ q: event.target.value });
        }}
        placeholder={t('search')}
        type="search"
        value={q}
      />
      <Button
        aria-expanded={isOpen ?? false}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
        variant="outlined"
      >
        {t('filters')}
      </Button>
      <CourseFilters hasPrices={hasPrices} open={isOpen ?? false} search={search} />
      <p className={styles.result} role="status">
        {search.isActive && search.result}
      </p>
    </div>
  );
}
