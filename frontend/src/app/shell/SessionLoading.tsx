import { useTranslation } from 'react-i18next';
import { Spinner } from '#ui/Spinner.tsx';
import styles from './Shell.module.css';

/** Shown while the user is fetched. */
export function SessionLoading() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className={styles.centered} role="status">
      <Spinner />
      <span className="visually-hidden">{t('session.loading')}</span>
    </div>
  );
}
