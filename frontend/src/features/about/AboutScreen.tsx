import { useTranslation } from 'react-i18next';
import { useHasAccessToken } from '#api/accessToken.ts';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { LazyInterestToggle } from '#entities/service-area/interest/LazyInterestToggle.tsx';
import { OPEN_SERVICE_AREA, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PageIntro } from '#ui/PageIntro.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { TextLink } from '#ui/TextLink.tsx';
import styles from './AboutScreen.module.css';
import { FeatureCards } from './components/FeatureCards.tsx';
import { ServiceDetails } from './components/ServiceDetails.tsx';
import type { Elements } from '#ui/elements.ts';

interface AboutScreenProps {
  area: ServiceArea;
  /** Rendered at the end. */
  children?: Elements;
}

/** What a service area is and offers (spec §2, About pages), for whom it is, and how it works. */
export function AboutScreen({ area, children }: AboutScreenProps) {
  const { t } = useTranslation(['about', 'common']);
  const isVisitor = !useHasAccessToken();
  const isOpen = area === OPEN_SERVICE_AREA;
  const reader = isVisitor ? 'visitor' : 'signedIn';
  const state = isOpen ? 'open' : 'soon';
  const name = t(`common:pillars.${area}`);
  return (
    <>
      <div className={styles.head}>
        <img
          alt=""
          className={styles.artwork}
          decoding="async"
          loading="lazy"
          src={artwork[area]}
        />
        <div className={styles.headContent}>
          <div className={styles.mark}>
            <span className={styles.icon}>
              <Icon name={area} size={30} />
            </span>
            {!isOpen && <ComingSoon />}
          </div>
          <ScreenTitle documentTitle={name}>{name}</ScreenTitle>
          <p className={styles.motto}>{t(`pillars.${area}.motto`)}</p>
          <PageIntro
            courses={!isVisitor && t('courses')}
            note={t(`status.${reader}.${state}`)}
            signup={isVisitor && t('signup')}
            text={t(`pillars.${area}.intro`)}
          />
          {!isOpen &&
            (isVisitor ? (
              <TextLink state={{ from: `/about/${area}` }} to="/login">
                {t('tellMe')}
              </TextLink>
            ) : (
              <LazyInterestToggle area={area} />
            ))}
        </div>
      </div>
      <div className={styles.body}>
        <section className={styles.question}>
          <h2>{t(`pillars.${area}.question`, { brand: t('common:brand') })}</h2>
          <p>{t(`pillars.${area}.answer`)}</p>
        </section>
        <section>
          <h2>{t('featuresTitle')}</h2>
          <FeatureCards area={area} />
        </section>
        <ServiceDetails area={area} />
        {children}
      </div>
    </>
  );
}
