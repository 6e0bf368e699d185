import { useTranslation } from 'react-i18next';
import styles from './ComingSoon.module.css';

/** Marks what is shown and not open yet. */
export function ComingSoon() {
  const { t } = useTranslation();
  return <span className={styles.tag}>{t('comingSoon')}</span>;
}
