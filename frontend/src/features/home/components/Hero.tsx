import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceAreas } from '#entities/service-area/serviceAreas.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { useIsPageVisible, usePrefersReducedMotion } from '../rotation/useBrowserState.ts';
import { useRotation } from '../rotation/useRotation.ts';
import { Backdrop } from './Backdrop.tsx';
import styles from './Hero.module.css';
import { PathArt } from './PathArt.tsx';

/**
 * What the product is, in front of pictures of the service areas that rotate (spec §2, Home). Rotation stops
 * with reduced motion, or when the user pauses it. Low for signed-in users, who find their own courses below.
 */
export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['home', 'common']);
  const prefersReducedMotion = usePrefersReducedMotion();
  const isVisible = useIsPageVisible();
  const [isPaused, setIsPaused] = useState(false);
  const index = useRotation(serviceAreas.length, !prefersReducedMotion && !isPaused && isVisible);
  const shown = serviceAreas[index] ?? serviceAreas[0];

  return (
    <section className={styles.hero} data-compact={isSignedIn || undefined}>
      <Backdrop shown={shown} />
      <div className={styles.content}>
        <div className={styles.text}>
          <ScreenTitle className={styles.title} documentTitle={t('common:tagline')}>
            {t('title')}
          </ScreenTitle>
          <p className={styles.intro}>{t('intro')}</p>
          <div className={styles.actions}>
            <ButtonLink to="/courses">{t('browseCourses')}</ButtonLink>
            {!isSignedIn && (
              <ButtonLink variant="outlined" to="/signup">
                {t('createAccount')}
              </ButtonLink>
            )}
          </div>
        </div>
        <PathArt shown={shown} />
      </div>
      {!prefersReducedMotion && (
        <IconButton
          className={styles.pause}
          icon={isPaused ? 'play' : 'pause'}
          label={isPaused ? t('background.play') : t('background.pause')}
          onClick={() => {
            setIsPaused(!isPaused);
          }}
        />
      )}
    </section>
  );
}
