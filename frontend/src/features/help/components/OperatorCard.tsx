import { useTranslation } from 'react-i18next';
import details from 'virtual:operator/details';
import { useLanguage } from '#i18n/useLanguage.ts';
import styles from './OperatorCard.module.css';

const facts = ['name', 'address', 'registration'] as const;

/** Who operates the site. */
export function OperatorCard() {
  const { t } = useTranslation('contact');
  const operator = details[useLanguage().code];
  return (
    <section aria-labelledby="operator" className={styles.operator}>
      <h2 className={styles.title} id="operator">
        {t('operator.title')}
      </h2>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact}>
            <dt className={styles.name}>{t(`operator.${fact}`)}</dt>
            <dd className={styles.value}>
              <bdi>{operator[fact]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
