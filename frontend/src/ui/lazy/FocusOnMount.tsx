import { useEffect } from 'react';

/** Moves the focus to an element when it mounts: the button that had the focus is gone. */
export function FocusOnMount({ selector }: { selector: string }) {
  useEffect(() => {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [selector]);
  return null;
}
