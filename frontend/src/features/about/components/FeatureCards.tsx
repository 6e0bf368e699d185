import { useTranslation } from 'react-i18next';
import type { ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { Card } from '#ui/Card.tsx';
import { Drawing } from '#ui/Icon.tsx';
import { featureIcons, featureGroups, type Feature } from '../featureGroups.ts';
import styles from './FeatureCards.module.css';

/** The features of a service area, one card each. */
export function FeatureCards({ area }: { area: ServiceArea }) {
  const { t } = useTranslation('about');
  return featureGroups[area].map(({ name, features }) => (
    <div className={styles.group} key={name ?? area}>
      {name && <h3 className={styles.groupTitle}>{t(`groups.${name}`)}</h3>}
      <ul className={styles.cards}>
        {features.map((feature) => (
          <Card as="li" className={styles.card} key={feature}>
            <FeatureCard Title={name ? 'h4' : 'h3'} feature={feature} />
          </Card>
        ))}
      </ul>
    </div>
  ));
}

function FeatureCard({ feature, Title }: { feature: Feature; Title: 'h3' | 'h4' }) {
  const { t } = useTranslation('about');
  return (
    <>
      <span className={styles.icon}>
        <Drawing path={featureIcons[feature]} size={24} />
      </span>
      <Title className={styles.title}>{t(`cards.${feature}.title`)}</Title>
      <p className={styles.text}>{t(`cards.${feature}.text`)}</p>
    </>
  );
}
