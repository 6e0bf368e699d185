import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/**
 * The seconds that are left until a moment, which stays the same; the component renders again with each, and 0 is the
 * last.
 */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS));

  useEffect(() => {
    if (left === 0) {
      return;
    }
    // To the next whole second, measured anew each time: a tab in the background is woken late.
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      (until - Date.now()) % SECOND_MS || SECOND_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [left, now, until]);

  return left;
}
