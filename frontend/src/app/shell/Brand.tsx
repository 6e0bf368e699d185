import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BrandMark } from './BrandMark.tsx';
import styles from './Bar.module.css';

/** The logo, which links to the home screen. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <Link className={styles.brand} to="/">
      <BrandMark />
      {t('brand')}
    </Link>
  );
}
