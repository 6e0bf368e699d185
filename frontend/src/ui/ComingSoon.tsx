import { useTranslation } from 'react-i18next';
import styles from './ComingSoon.module.css';

/** The tag of a service area or course that is not open yet. */
export function ComingSoon() {
  const { t } = useTranslation();
  return <span className={styles.tag}>{t('comingSoon')}</span>;
}
