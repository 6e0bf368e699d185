import { useTranslation } from 'react-i18next';
import { useHasAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { PageIntro } from '#ui/PageIntro.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { CourseSkeletons } from './components/CourseSkeletons.tsx';
import { PublicCourses } from './components/CourseCatalogue.tsx';
import { CourseSearchBar } from './search/CourseSearchBar.tsx';
import { useCourseSearch } from './search/useCourseSearch.ts';
import styles from './CoursesScreen.module.css';

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
