import { useEffect, useRef, useState } from 'react';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { serviceAreas, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { whenIdle } from '#lib/whenIdle.ts';
import styles from './Backdrop.module.css';

/**
 * The pictures behind the hero, one of which is visible. The first loads at once, the others when the browser
 * is idle.
 */
export function Backdrop({ shown }: { shown: ServiceArea }) {
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

/** False until the browser is idle. */
function useAfterIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => {
      setIsIdle(true);
    });
  }, []);
  return isIdle;
}
