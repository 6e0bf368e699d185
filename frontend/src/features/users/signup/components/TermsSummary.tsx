import { useTranslation } from 'react-i18next';
import styles from './TermsDialog.module.css';

const points = ['price', 'data', 'control', 'binding'] as const;

/** What privacy policy and terms say, in four points. Only the texts themselves are binding. */
export function TermsSummary() {
  const { t } = useTranslation('signupSteps');
  return (
    <section className={styles.summary}>
      <h2 className={styles.summaryTitle}>{t('terms.summary.title')}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{t(`terms.summary.${point}`)}</li>
        ))}
      </ul>
    </section>
  );
}
