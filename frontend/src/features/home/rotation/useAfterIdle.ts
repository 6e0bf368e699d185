import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/whenIdle.ts';

/** False until the browser is idle. */
export function useAfterIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => {
      setIsIdle(true);
    });
  }, []);
  return isIdle;
}
