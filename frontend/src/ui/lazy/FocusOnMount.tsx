import { useEffect } from 'react';

/** Moves the focus there as it appears, since the button that led here is gone. */
export function FocusOnMount({ selector }: { selector: string }) {
  useEffect(() => {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [selector]);
  return null;
}
