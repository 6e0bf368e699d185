import { useEffect, useRef, useState } from 'react';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { serviceAreas, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { useAfterIdle } from '../rotation/useAfterIdle.ts';
import styles from './Backdrop.module.css';

/** The pictures behind the hero, of which one is shown. The first is fetched at once, the others when there is time. */
export function Backdrop({ shown }: { shown: ServiceArea }) {
  const isIdle = useAfterIdle();
  const wanted = isIdle ? serviceAreas : serviceAreas.slice(0, 1);
  return (
    <div aria-hidden="true" className={styles.backdrop}>
      {wanted.map((area) => (
        <Picture isShown={area === shown} key={area} area={area} />
      ))}
    </div>
  );
}

/** Fades in when it has arrived, not before: the words do not wait for it. */
function Picture({ area, isShown }: { area: ServiceArea; isShown: boolean }) {
  const picture = useRef<HTMLImageElement>(null);
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    // That of a prerendered page may have arrived before anybody listened.
    setHasArrived(picture.current?.complete === true);
  }, []);

  return (
    <img
      alt=""
      className={styles.picture}
      data-pillar={area}
      data-shown={isShown && hasArrived}
      decoding="async"
      fetchPriority="low"
      onLoad={() => {
        setHasArrived(true);
      }}
      ref={picture}
      src={artwork[area]}
    />
  );
}
