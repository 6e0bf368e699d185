import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  children: ReactNode;
  /** Shown until then. */
  placeholder: ReactNode;
}

/** The distance below the viewport that counts as near. */
const NEAR = '0px 0px 50% 0px';

/** Renders its children once they are near the viewport, so that they cost nothing before. */
export function WhenNear({ children, placeholder }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setIsNear(true);
          observer.disconnect();
        }
      },
      { rootMargin: NEAR },
    );
    if (place.current) {
      observer.observe(place.current);
    }
    return () => {
      observer.disconnect();
    };
  }, []);

  return <div ref={place}>{isNear ? children : placeholder}</div>;
}
