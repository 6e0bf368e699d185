import { useTranslation } from 'react-i18next';
import { Hero } from './components/Hero.tsx';
import { ServiceAreaCards } from './components/ServiceAreaCards.tsx';
import styles from './HomeScreen.module.css';

/** The home screen: what the product is, and its five service areas (spec §2, Home). */
export function HomeScreen() {
  const { t } = useTranslation('home');
  return (
    <>
      <Hero />
      <section aria-labelledby="pillars" className={styles.serviceAreas}>
        <h2 id="pillars">{t('pillarsTitle')}</h2>
        <p className={styles.intro}>{t('pillarsIntro')}</p>
        <ServiceAreaCards />
      </section>
    </>
  );
}
