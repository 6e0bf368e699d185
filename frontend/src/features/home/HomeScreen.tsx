import { useTranslation } from 'react-i18next';
import { getAccessToken, useHasAccessToken } from '#api/accessToken.ts';
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx';
import { useScrollToAnchor } from '#ui/useScrollToAnchor.ts';
import { Hero } from './components/Hero.tsx';
import { ServiceAreaCards } from './components/ServiceAreaCards.tsx';
import styles from './HomeScreen.module.css';

/** Loaded for signed-in users only. The screen waits for it, so that nothing moves when it arrives. */
const SignedInHome = lazyComponent(
  async () => (await import('./signed-in/loadSignedInHome.ts')).loadSignedInHome(),
  { translations: ['myCourses'], isScreen: true, reloadsForNewRelease: true },
);

/** Returns the screen once it can be rendered without a part that is missing. */
export async function loadHomeScreen(): Promise<typeof HomeScreen> {
  if (getAccessToken() !== null) {
    await SignedInHome.ready();
  }
  return HomeScreen;
}

/** The home screen: what the product is, what concerns a signed-in user, and the five service areas (spec §2, Home). */
export function HomeScreen() {
  const { t } = useTranslation('home');
  const isSignedIn = useHasAccessToken();
  // Emails lead to the service areas.
  useScrollToAnchor();
  return (
    <>
      <Hero isSignedIn={isSignedIn} />
      {isSignedIn && <SignedInHome />}
      <section aria-labelledby="pillars" className={styles.serviceAreas}>
        <h2 id="pillars">{t('pillarsTitle')}</h2>
        <p className={styles.intro}>{t('pillarsIntro')}</p>
        <ServiceAreaCards />
      </section>
    </>
  );
}
