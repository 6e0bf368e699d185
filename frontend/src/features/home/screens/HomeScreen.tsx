import { useTranslation } from 'react-i18next';
import { useHasToken } from '../../../api/token.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { ScreenTitle } from '../../../components/ScreenTitle.tsx';
import { PathArt } from '../components/PathArt.tsx';
import { PillarCards } from '../components/PillarCards.tsx';
import styles from './HomeScreen.module.css';

/** The landing: what the product is, and its five pillars (spec §2, Home). */
export function HomeScreen() {
  const { t } = useTranslation(['home', 'common']);
  const isVisitor = !useHasToken();
  return (
    <>
      <section className={styles['hero']}>
        <div className={styles['heroContent']}>
          <div className={styles['words']}>
            <ScreenTitle className={styles['title']} documentTitle={t('common:tagline')}>
              {t('title')}
            </ScreenTitle>
            <p className={styles['intro']}>{t('intro')}</p>
            <div className={styles['actions']}>
              <ButtonLink to="/courses">{t('browseCourses')}</ButtonLink>
              {isVisitor && (
                <ButtonLink look="outlined" to="/signup">
                  {t('createAccount')}
                </ButtonLink>
              )}
            </div>
          </div>
          <PathArt />
        </div>
      </section>
      <section aria-labelledby="pillars" className={styles['pillars']}>
        <h2 id="pillars">{t('pillarsTitle')}</h2>
        <p className={styles['pillarsIntro']}>{t('pillarsIntro')}</p>
        <PillarCards />
      </section>
    </>
  );
}
