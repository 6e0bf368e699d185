import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Changes the state of components, and then moves the focus: the button that had it may be gone. */
export function focusAfter(target: RefObject<HTMLElement | null>, change: () => void): void {
  flushSync(change);
  target.current?.focus();
}

/**
 * Keeps the focus in a group of buttons that come and go: when the focused one disappears, the group takes the
 * focus, which would otherwise move to the top of the page.
 */
export function useRetainFocus<Owner extends HTMLElement>(change: unknown) {
  const container = useRef<Owner>(null);
  const focused = useRef<Node>(null);

  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) {
      container.current?.focus();
    }
  }, [change]);

  return {
    ref: container,
    onFocus: ({ target }: { target: Node }) => {
      focused.current = target;
    },
    onBlur: ({ target }: { target: Node }) => {
      // A removed button is blurred too.
      if (target.isConnected) {
        focused.current = null;
      }
    },
  };
}

/** Scrolls to the anchor of the URL. The browser looks for it before the screen is loaded. */
export function useScrollToAnchor() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
}
