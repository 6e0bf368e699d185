import { useEffect, useState } from 'react';

/** How long each picture stays (spec §9). */
const ROTATION_MS = 5000;

/** The number of the picture whose turn it is. After a pause, the one on show gets its full time again. */
export function useRotation(count: number, isRunning: boolean): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!isRunning) {
      return;
    }
    const timer = setInterval(() => {
      setCurrent((number) => (number + 1) % count);
    }, ROTATION_MS);
    return () => {
      clearInterval(timer);
    };
  }, [count, isRunning]);
  return current;
}
