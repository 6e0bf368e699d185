import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useHasAccessToken } from '#api/accessToken.ts';
import { LazyInterestToggle } from '#entities/service-area/interest/LazyInterestToggle.tsx';
import {
  OPEN_SERVICE_AREA,
  serviceAreas,
  type ServiceArea,
} from '#entities/service-area/serviceAreas.ts';
import { Card } from '#ui/Card.tsx';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './ServiceAreaCards.module.css';

/** The five service areas (spec §1). Only the open one is a link (spec §2, Home). Signed-in users can wait for the others. */
export function ServiceAreaCards() {
  return (
    <ul className={styles.cards}>
      {serviceAreas.map((area) => (
        <Card
          as="li"
          className={area === OPEN_SERVICE_AREA ? styles.openCard : undefined}
          key={area}
        >
          <ServiceAreaCard area={area} />
        </Card>
      ))}
    </ul>
  );
}

function ServiceAreaCard({ area }: { area: ServiceArea }) {
  const { t } = useTranslation(['home', 'common']);
  const isSignedIn = useHasAccessToken();
  return (
    <>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon name={area} size={26} />
        </span>
        {area !== OPEN_SERVICE_AREA && <ComingSoon />}
      </div>
      <h3>{t(`common:pillars.${area}`)}</h3>
      <p className={styles.text}>{t(`pillars.${area}`)}</p>
      {area === OPEN_SERVICE_AREA && (
        <Link className={styles.link} to="/courses">
          <span>{t('explore')}</span>
          <Icon className={styles.arrow} name="arrow" />
        </Link>
      )}
      {area !== OPEN_SERVICE_AREA && isSignedIn && (
        <div className={styles.interest}>
          <LazyInterestToggle area={area} />
        </div>
      )}
    </>
  );
}
