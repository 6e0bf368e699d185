import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './Bar.module.css';
import { BrandMark } from './BrandMark.tsx';

/** The logo, which links to the home screen. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <Link className={styles.brand} to="/">
      <BrandMark />
      <span>{t('brand')}</span>
    </Link>
  );
}
