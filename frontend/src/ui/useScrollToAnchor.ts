import { useEffect } from 'react';

/** Scrolls to the anchor of the URL. The browser looks for it before the screen is loaded. */
export function useScrollToAnchor() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
}
