import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { Icon } from '#ui/Icon.tsx';
import { OPEN_PILLAR, pillars, type Pillar } from '#entities/service-area/serviceAreas.ts';
import styles from './ServiceAreaCards.module.css';

/** The five service areas of spec §1. Only the card of the open one navigates (spec §2, Home). */
export function PillarCards() {
  return (
    <ul className={styles['cards']}>
      {pillars.map((pillar) => (
        <li className={pillar === OPEN_PILLAR ? styles['openCard'] : styles['card']} key={pillar}>
          <PillarCard pillar={pillar} />
        </li>
      ))}
    </ul>
  );
}

function PillarCard({ pillar }: { pillar: Pillar }) {
  const { t } = useTranslation(['home', 'common']);
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['icon']}>
          <Icon name={pillar} size={26} />
        </span>
        {pillar !== OPEN_PILLAR && <ComingSoon />}
      </div>
      <h3>{t(`common:pillars.${pillar}`)}</h3>
      <p className={styles['text']}>{t(`pillars.${pillar}`)}</p>
      {pillar === OPEN_PILLAR && (
        <Link className={styles['link']} to="/courses">
          {t('explore')}
          <Icon className={styles['arrow']} name="arrow" />
        </Link>
      )}
    </>
  );
}
