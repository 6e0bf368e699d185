import { useEffect, useRef, useState } from 'react';
import { artwork } from '#entities/service-area/artwork/artwork.ts';
import { pillars, type Pillar } from '#entities/service-area/serviceAreas.ts';
import { useAfterIdle } from '../rotation/useAfterIdle.ts';
import styles from './Backdrop.module.css';

/** The pictures behind the hero, of which one is shown. The first is fetched at once, the others when there is time. */
export function Backdrop({ shown }: { shown: Pillar }) {
  const isIdle = useAfterIdle();
  const wanted = isIdle ? pillars : pillars.slice(0, 1);
  return (
    <div aria-hidden="true" className={styles['backdrop']}>
      {wanted.map((pillar) => (
        <Picture isShown={pillar === shown} key={pillar} pillar={pillar} />
      ))}
    </div>
  );
}

/** Fades in when it has arrived, not before: the words do not wait for it. */
function Picture({ pillar, isShown }: { pillar: Pillar; isShown: boolean }) {
  const picture = useRef<HTMLImageElement>(null);
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    // That of a prerendered page may have arrived before anybody listened.
    setHasArrived(picture.current?.complete === true);
  }, []);

  return (
    <img
      alt=""
      className={styles['picture']}
      data-pillar={pillar}
      data-shown={isShown && hasArrived}
      decoding="async"
      fetchPriority="low"
      onLoad={() => {
        setHasArrived(true);
      }}
      ref={picture}
      src={artwork[pillar]}
    />
  );
}
