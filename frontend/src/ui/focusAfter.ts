import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Changes the state of components, and then moves the focus: the button that had it may be gone. */
export function focusAfter(target: RefObject<HTMLElement | null>, change: () => void): void {
  flushSync(change);
  target.current?.focus();
}
