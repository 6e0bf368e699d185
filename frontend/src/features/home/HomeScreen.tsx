import { useTranslation } from 'react-i18next';
import { Link } from '#ui/Link.tsx';
import { getAccessToken, useHasAccessToken } from '#api/accessToken.ts';
import { LazyInterestToggle } from '#entities/service-area/interest/LazyInterestToggle.tsx';
import {
  OPEN_SERVICE_AREA,
  serviceAreas,
  type ServiceArea,
} from '#entities/service-area/serviceAreas.ts';
import { Card } from '#ui/Card.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { ComingSoon } from '#ui/ComingSoon.tsx';
import type { Elements } from '#ui/elements.ts';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { Steps } from '#ui/Steps.tsx';
import { useScrollToAnchor } from '#ui/focus.ts';
import { Hero } from './Hero.tsx';
import styles from './HomeScreen.module.css';

/** Loaded for signed-in users only. The screen waits for it, so that nothing moves when it arrives. */
const SignedInHome = lazyComponent(
  async () => (await import('./signed-in/SignedInHome.tsx')).loadSignedInHome(),
  { translations: ['myCourses'], reloadsForNewRelease: true },
);

/** Returns the screen once it can be rendered without a part that is missing. */
export async function loadHomeScreen(): Promise<typeof HomeScreen> {
  if (getAccessToken() !== null) {
    await SignedInHome.ready();
  }
  return HomeScreen;
}

interface HomeScreenProps {
  /** The courses that start first, for visitors: a part of another feature. */
  nextCourses: Elements;
}

/**
 * The home screen: what the product is, the next courses and how they work for visitors, or what concerns a signed-in user, and the five
 * service areas (spec §2, Home).
 */
export function HomeScreen({ nextCourses }: HomeScreenProps) {
  const { t } = useTranslation('home');
  const isSignedIn = useHasAccessToken();
  const reader = isSignedIn ? 'signedIn' : 'visitor';
  // Emails lead to the service areas.
  useScrollToAnchor();
  return (
    <>
      <Hero isSignedIn={isSignedIn} />
      {isSignedIn ? (
        <SignedInHome />
      ) : (
        <>
          <section aria-labelledby="next" className={styles.section}>
            <h2 id="next">{t('next.title')}</h2>
            {nextCourses}
            <div>
              <ButtonLink to="/courses" variant="outlined">
                {t('next.all')}
              </ButtonLink>
            </div>
          </section>
          <HowItWorks />
        </>
      )}
      <section aria-labelledby="pillars" className={styles.serviceAreas}>
        <h2 id="pillars">{t('pillarsTitle')}</h2>
        <p className={styles.intro}>{t(`pillarsIntro.${reader}`)}</p>
        <ServiceAreaCards />
      </section>
    </>
  );
}

/** What stands in the place of the next courses when none is known. */
export function NoNextCourses() {
  const { t } = useTranslation('home');
  return <p>{t('next.none')}</p>;
}

const steps = ['find', 'ask', 'pay', 'join'] as const;

/** From a course to its sessions, for visitors. */
function HowItWorks() {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="steps" className={styles.section}>
      <h2 id="steps">{t('steps.title')}</h2>
      <Steps
        className={styles.steps}
        steps={steps.map((id) => ({
          id,
          title: t(`steps.${id}.title`),
          text: t(`steps.${id}.text`),
        }))}
      />
    </section>
  );
}

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
