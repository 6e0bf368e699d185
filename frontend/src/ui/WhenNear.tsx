import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  children: ReactNode;
  /** Shown until then. */
  placeholder: ReactNode;
}

/** The distance below the viewport that counts as near. */
const ROOT_MARGIN = '0px 0px 50% 0px';

/** Renders its children once they are near the viewport, so that they cost nothing before. */
export function WhenNear({ children, placeholder }: WhenNearProps) {
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
      { rootMargin: ROOT_MARGIN },
    );
    if (element.current) {
      observer.observe(element.current);
    }
    return () => {
      observer.disconnect();
    };
  }, []);

  return <div ref={element}>{isNear ? children : placeholder}</div>;
}
