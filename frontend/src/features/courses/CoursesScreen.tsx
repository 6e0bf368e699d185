import { useTranslation } from 'react-i18next';
import { useHasAccessToken } from '#api/accessToken.ts';
import { PageIntro } from '#ui/PageIntro.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { CourseSkeletons } from './components/CourseSkeletons.tsx';
import { PublicCourses } from './components/PublicCourses.tsx';
import styles from './CoursesScreen.module.css';

/** Visitors have no use for it. */
const PricedCourses = lazyComponent(
  async () => (await import('./components/PricedCourses.tsx')).PricedCourses,
  { placeholder: <CourseSkeletons /> },
);

/**
 * The course list, in both readings of spec §2: visitors see what there is and are invited to sign up, who has a
 * token sees enrolment counts and prices as well (contract, double readings).
 */
export function CoursesScreen() {
  const { t } = useTranslation('courses');
  const isVisitor = !useHasAccessToken();
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
      <div className={styles.list}>{isVisitor ? <PublicCourses /> : <PricedCourses />}</div>
    </>
  );
}
