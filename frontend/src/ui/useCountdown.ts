import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** The seconds until a moment; re-renders every second. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));

  useEffect(() => {
    if (left === 0) {
      return;
    }
    // Until the next whole second, measured again each time, because timers are late in background tabs. At once when the moment has
    // changed since the last countdown ended.
    const isOutdated = Date.now() - now >= SECOND_MS;
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      isOutdated ? 0 : (until - Date.now()) % SECOND_MS || SECOND_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [left, now, until]);

  return left;
}
