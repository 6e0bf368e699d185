import { useTranslation } from 'react-i18next';
import type { MyCourse } from './api.ts';
import { shownStateOf } from './membership.ts';
import styles from './CourseState.module.css';

interface CourseStateProps {
  myCourse: MyCourse;
  /** The run has ended. */
  isPast?: boolean;
}

/** What has become of the user's request for a place, as a tag. Needs the translations `myCourses`. */
export function CourseState({ myCourse, isPast = false }: CourseStateProps) {
  const { t } = useTranslation('myCourses');
  const state = shownStateOf(myCourse, isPast);
  return (
    <span className={styles.state} data-state={state}>
      {t(`states.${state}`)}
    </span>
  );
}

interface QuotationProps {
  label: string;
  text: string;
}

/** What somebody wrote about a place, with its line breaks. It may be in another language than the page. */
export function Quotation({ label, text }: QuotationProps) {
  return (
    <>
      <p className={styles.label}>{label}</p>
      <blockquote className={styles.text} dir="auto">
        {text}
      </blockquote>
    </>
  );
}
