import { useEffect, useState } from 'react';

/** How long each picture is shown (spec §9). */
const ROTATION_MS = 5000;

/** The index of the current picture. After a pause, it is shown for its full time again. */
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
