import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../components/Icon.tsx';
import { pillars, type Pillar } from '../../../components/pillars.ts';
import styles from './PillarCards.module.css';

/** The pillar that is open. Its card is the only one that navigates (spec §2, Home). */
const OPEN: Pillar = 'courses';

/** The five service areas of spec §1. */
export function PillarCards() {
  return (
    <ul className={styles['cards']}>
      {pillars.map((pillar) => (
        <li className={pillar === OPEN ? styles['openCard'] : styles['card']} key={pillar}>
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
        {pillar !== OPEN && <span className={styles['tag']}>{t('common:comingSoon')}</span>}
      </div>
      <h3>{t(`common:pillars.${pillar}`)}</h3>
      <p className={styles['text']}>{t(`pillars.${pillar}`)}</p>
      {pillar === OPEN && (
        <Link className={styles['link']} to="/courses">
          {t('explore')}
          <Icon className={styles['arrow']} name="arrow" />
        </Link>
      )}
    </>
  );
}
