import { useTranslation } from 'react-i18next';
import styles from './DeletionSummary.module.css';

/** What a deletion removes, and what is kept (contract, Accounts). */
export function DeletionSummary() {
  const { t } = useTranslation('settings');
  return (
    <dl className={styles.summary}>
      <dt>{t('delete.deletedTitle')}</dt>
      <dd>{t('delete.deletedText')}</dd>
      <dt>{t('delete.keptTitle')}</dt>
      <dd>{t('delete.keptText')}</dd>
    </dl>
  );
}
