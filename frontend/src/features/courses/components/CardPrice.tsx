import { useTranslation } from 'react-i18next';
import { formatPrice } from '#entities/course/formatPrice.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { CoursePrice } from '../prices.ts';
import styles from './CourseCard.module.css';

interface CardPriceProps {
  price: CoursePrice;
  /** The English name of the country whose price it is. */
  country: string;
}

/** The price of a course on its card. */
export function CardPrice({ price, country }: CardPriceProps) {
  const { t } = useTranslation('coursePrices');
  const { code: language } = useLanguage();
  return (
    <span className={styles.price}>
      <span className="visually-hidden">{t('price')}</span>{' '}
      {/* Left-to-right in Arabic too, or "US$" would be reordered. */}
      <bdi dir="ltr">{formatPrice(price, language, country)}</bdi>
    </span>
  );
}
