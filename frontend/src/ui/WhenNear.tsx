import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  children: ReactNode;
  /** Shown until then. */
  placeholder: ReactNode;
  /** The distance below the viewport that counts as near, in percent of its height. */
  distance: number;
}

/** Renders its children once they are near the viewport, so that they cost nothing before. */
export function WhenNear({ children, placeholder, distance }: WhenNearProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setIsNear(true);
          observer.disconnect();
        }
      },
      { rootMargin: `0px 0px ${distance}% 0px` },
    );
    if (element.current) {
      observer.observe(element.current);
    }
    return () => {
      observer.disconnect();
    };
  }, [distance]);

  return <div ref={element}>{isNear ? children : placeholder}</div>;
}
