import { useEffect, useState } from 'react';

/** For browsers that cannot tell when they are idle. */
const PATIENCE_MS = 1500;

/** False until the browser has done what matters more. */
export function useAfterIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const done = () => {
      setIsIdle(true);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, PATIENCE_MS);
      return () => {
        clearTimeout(timer);
      };
    }
    const handle = requestIdleCallback(done);
    return () => {
      cancelIdleCallback(handle);
    };
  }, []);
  return isIdle;
}
