import { useEffect, useState } from 'react';

/** The delay in browsers without `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 1500;

/** False until the browser is idle. */
export function useAfterIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const done = () => {
      setIsIdle(true);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, FALLBACK_DELAY_MS);
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
