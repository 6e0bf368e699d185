import { useEffect, useRef } from 'react';

/**
 * For something with buttons that come and go: when the one that has the focus goes with a change, the focus stays here. Without,
 * it would be at the top of the page.
 */
export function useRetainFocus<Owner extends HTMLElement>(change: unknown) {
  const owner = useRef<Owner>(null);
  const focused = useRef<Node>(null);

  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) {
      owner.current?.focus();
    }
  }, [change]);

  return {
    ref: owner,
    onFocus: ({ target }: { target: Node }) => {
      focused.current = target;
    },
    onBlur: ({ target }: { target: Node }) => {
      // A button that goes away is blurred as well.
      if (target.isConnected) {
        focused.current = null;
      }
    },
  };
}
