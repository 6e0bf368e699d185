import { useTranslation } from 'react-i18next';
import priceSettings from 'virtual:operator/prices';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Notice } from '#ui/Notice.tsx';
import { formatPrice } from '../formatPrice.ts';
import { usePricesOfUser } from '../usePricesOfUser.ts';
import styles from './MemberEnrolment.module.css';

/** The price of a course in the user's country, and whether it includes tax. Nothing while it loads, and without a price. */
export function MemberPrice({ courseId }: { courseId: string }) {
  const { t } = useTranslation('coursePrices');
  const { code: language } = useLanguage();
  const { country, prices, failure } = usePricesOfUser();
  const price = prices?.get(courseId);
  if (failure) {
    return <Notice {...failure} title={t('failed')} />;
  }
  return (
    price &&
    country !== undefined && (
      <p className={styles.price}>
        <span className={styles.secondary}>{t('price')}</span>
        {/* Left-to-right in Arabic too, or "US$" would be reordered. */}
        <bdi className={styles.amount} dir="ltr">
          {formatPrice(price, language, country)}
        </bdi>
        {priceSettings.tax !== 'none' && (
          <span className={styles.secondary}>{t(`tax.${priceSettings.tax}`)}</span>
        )}
      </p>
    )
  );
}
