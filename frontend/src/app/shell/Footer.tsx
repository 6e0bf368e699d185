import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './Footer.module.css';

/** The copyright line of spec §9, and the way to what the law asks for. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles['footer']}>
      <div className={styles['content']}>
        <p>{t('copyright', { brand: t('brand') })}</p>
        <nav aria-label={t('navigation.footer')} className={styles['links']}>
          <Link to="/privacy">{t('pages.privacy')}</Link>
          <Link to="/delete-info">{t('pages.deleteInfo')}</Link>
        </nav>
      </div>
    </footer>
  );
}
