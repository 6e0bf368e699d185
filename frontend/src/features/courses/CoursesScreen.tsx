import { useTranslation } from 'react-i18next';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHasAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { PageIntro, ScreenTitle } from '#ui/ScreenTitle.tsx';
import { Button } from '#ui/Button.tsx';
import { CourseSkeletons } from './components/CourseSkeletons.tsx';
import { PublicCourses } from './components/CourseCatalogue.tsx';
import { useCourseSearch, type CourseSearch } from './search/useCourseSearch.ts';
import styles from './CoursesScreen.module.css';
import searchStyles from './search/search.module.css';

/** Loaded for signed-in users only. */
const PricedCourses = lazyComponent(
  async () => (await import('./components/PricedCourses.tsx')).PricedCourses,
  { placeholder: <CourseSkeletons />, translations: ['coursePrices'] },
);

/**
 * The list of courses in both readings of spec §2: visitors see the courses and an invitation to sign up;
 * signed-in users also see enrolment counts and prices (contract, double readings).
 */
export function CoursesScreen() {
  const { t } = useTranslation('courses');
  const isVisitor = !useHasAccessToken();
  const search = useCourseSearch();
  return (
    <>
      <div className={styles.head}>
        <div className={styles.headContent}>
          <ScreenTitle documentTitle={t('title')}>{t('title')}</ScreenTitle>
          <PageIntro
            note={isVisitor && t('signup.invitation')}
            signup={isVisitor && t('signup.button')}
            text={t('intro')}
          />
        </div>
      </div>
      <div className={styles.list}>
        <CourseSearchBar hasPrices={!isVisitor} search={search} />
        {isVisitor ? <PublicCourses search={search} /> : <PricedCourses search={search} />}
      </div>
    </>
  );
}

const CourseFilters = lazyComponent(
  async () => (await import('./search/CourseFilters.tsx')).CourseFilters,
  { translations: ['courseSearch'] },
);

interface CourseSearchBarProps {
  search: CourseSearch;
  hasPrices: boolean;
}

/** The search field, and the filters that its button opens. What finds courses is loaded when it is needed. */
function CourseSearchBar({ search, hasPrices }: CourseSearchBarProps) {
  const { t } = useTranslation('courses');
  const [isOpen, setIsOpen] = useState<boolean>();
  const { q, ...filters } = search.criteria;
  const input = useRef<HTMLInputElement>(null);
  // What was typed into the prerendered page.
  const adoptTyped = useEffectEvent(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== q) {
      search.change({ q: typed });
    }
  });
  useEffect(() => {
    adoptTyped();
  }, []);
  if (isOpen === undefined && Object.values(filters).some(Boolean)) {
    // A URL with filters opens them. They stay when the last one is removed.
    setIsOpen(true);
  }
  return (
    <div className={searchStyles.bar} role="search">
      <input
        aria-label={t('search')}
        className={searchStyles.input}
        dir="auto"
        maxLength={100}
        onChange={(event) => {
          search.change({ q: event.target.value });
        }}
        placeholder={t('search')}
        ref={input}
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
      <p className={searchStyles.result} role="status">
        {search.isActive && search.result}
      </p>
    </div>
  );
}
