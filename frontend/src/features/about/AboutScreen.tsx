import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasToken } from '#api/accessToken.ts';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PageIntro } from '#ui/PageIntro.tsx';
import { OPEN_PILLAR, type Pillar } from '#entities/service-area/serviceAreas.ts';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { FeatureCards } from './components/FeatureCards.tsx';
import styles from './AboutScreen.module.css';

interface AboutScreenProps {
  pillar: Pillar;
  /** What the page shows besides. */
  children?: ReactNode;
}

/** What a pillar is and what it offers (spec §2, About pages). */
export function AboutScreen({ pillar, children }: AboutScreenProps) {
  const { t } = useTranslation(['about', 'common']);
  const isVisitor = !useHasToken();
  const isOpen = pillar === OPEN_PILLAR;
  const name = t(`common:pillars.${pillar}`);
  return (
    <>
      <div className={styles['head']}>
        <img
          alt=""
          className={styles['artwork']}
          decoding="async"
          loading="lazy"
          src={artwork[pillar]}
        />
        <div className={styles['headContent']}>
          <div className={styles['mark']}>
            <span className={styles['icon']}>
              <Icon name={pillar} size={30} />
            </span>
            {!isOpen && <ComingSoon />}
          </div>
          <ScreenTitle documentTitle={name}>{name}</ScreenTitle>
          <p className={styles['motto']}>{t(`pillars.${pillar}.motto`)}</p>
          <PageIntro
            note={t(isOpen ? 'status.open' : 'status.soon')}
            signup={isVisitor && t('signup')}
            text={t(`pillars.${pillar}.intro`)}
          />
        </div>
      </div>
      <div className={styles['body']}>
        <section className={styles['whatIs']}>
          <h2>{t(`pillars.${pillar}.question`, { brand: t('common:brand') })}</h2>
          <p>{t(`pillars.${pillar}.answer`)}</p>
        </section>
        <section>
          <h2>{t('featuresTitle')}</h2>
          <FeatureCards pillar={pillar} />
        </section>
        {children}
      </div>
    </>
  );
}
