import { useState, useEffect, useSyncExternalStore, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  serviceAreas,
  OPEN_SERVICE_AREA,
  type ServiceArea,
} from '#entities/service-area/serviceAreas.ts';
import { ButtonLink, IconButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ScreenTitle } from '#ui/ScreenTitle.tsx';
import { usePrefersReducedMotion } from '#ui/browserState.ts';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { whenIdle } from '#lib/moments.ts';
import styles from './Hero.module.css';

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
          {!isSignedIn && <p className={styles.trust}>{t('trust')}</p>}
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

const waypoints: Record<ServiceArea, { x: number; y: number }> = {
  courses: { x: 48, y: 336 },
  consulting: { x: 150, y: 268 },
  job: { x: 236, y: 190 },
  networking: { x: 334, y: 134 },
  psychology: { x: 424, y: 48 },
};

const PATH = 'M48 336 C104 336 94 268 150 268 S180 190 236 190 S276 134 334 134 S368 48 424 48';

const ICON_SIZE = 24;

/**
 * The five service areas as waypoints of a path, whose first section is highlighted. It is mirrored in
 * right-to-left languages. A ring marks the service area whose picture is visible, and the caption names it.
 */
function PathArt({ shown }: { shown: ServiceArea }) {
  const { t } = useTranslation('common');
  return (
    <div aria-hidden="true" className={styles.figure}>
      <svg className={styles.art} viewBox="0 0 472 384">
        <path className={styles.path} d={PATH} />
        <path className={styles.highlighted} d={PATH} pathLength={100} />
        {serviceAreas.map((area) => (
          <Waypoint isShown={area === shown} key={area} area={area} />
        ))}
      </svg>
      <p className={styles.caption}>{t(`pillars.${shown}`)}</p>
    </div>
  );
}

function Waypoint({ area, isShown }: { area: ServiceArea; isShown: boolean }) {
  const { x, y } = waypoints[area];
  const isOpen = area === OPEN_SERVICE_AREA;
  return (
    <g className={isOpen ? styles.open : styles.upcoming} transform={`translate(${x} ${y})`}>
      <circle className={styles.ring} data-shown={isShown} r={isOpen ? 46 : 38} />
      <circle className={styles.disc} r={isOpen ? 34 : 28} />
      <g transform={`translate(${-ICON_SIZE / 2} ${-ICON_SIZE / 2})`}>
        <Icon className={styles.icon} name={area} size={ICON_SIZE} />
      </g>
    </g>
  );
}

/** How long each picture is shown (spec §9). */
const ROTATION_MS = 5000;

/** The index of the current picture. After a pause, it is shown for its full time again. */
export function useRotation(count: number, isRunning: boolean): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!isRunning) {
      return;
    }
    const timer = setInterval(() => {
      setCurrent((number) => (number + 1) % count);
    }, ROTATION_MS);
    return () => {
      clearInterval(timer);
    };
  }, [count, isRunning]);
  return current;
}

function useIsPageVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange);
      return () => {
        document.removeEventListener('visibilitychange', onChange);
      };
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}

/**
 * The pictures behind the hero, one of which is visible. The first loads at once, the others when the browser
 * is idle.
 */
function Backdrop({ shown }: { shown: ServiceArea }) {
  const isIdle = useAfterIdle();
  const loaded = isIdle ? serviceAreas : serviceAreas.slice(0, 1);
  return (
    <div aria-hidden="true" className={styles.backdrop}>
      {loaded.map((area) => (
        <Picture isShown={area === shown} key={area} area={area} />
      ))}
    </div>
  );
}

/**
 * Fades in once it has loaded. The text does not wait for it. The first one, which is part of the prerendered page, is shown without
 * waiting for the app: it may be the largest paint.
 */
function Picture({ area, isShown }: { area: ServiceArea; isShown: boolean }) {
  const picture = useRef<HTMLImageElement>(null);
  const [hasLoaded, setHasLoaded] = useState(area === serviceAreas[0]);

  useEffect(() => {
    if (picture.current?.complete) {
      setHasLoaded(true);
    }
  }, []);

  return (
    <img
      alt=""
      className={styles.picture}
      data-pillar={area}
      data-shown={isShown && hasLoaded}
      decoding="async"
      fetchPriority="low"
      onLoad={() => {
        setHasLoaded(true);
      }}
      ref={picture}
      src={artwork[area]}
    />
  );
}

function useAfterIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => {
      setIsIdle(true);
    });
  }, []);
  return isIdle;
}
