/** Marks `<html>` of a prerendered page. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** The value when this browser needs another page: set by the first-paint script, it hides the page. */
export const MISMATCH = 'unfit';

declare global {
  interface Window {
    /** The last button that was clicked before hydration, recorded by the first-paint script. */
    earlyClickTarget?: HTMLElement | null;
    recordEarlyClick?: (event: Event) => void;
  }
}

/** Whether the page contains what the app would render, so that the app can hydrate it. */
export function isPrerendered(): boolean {
  return document.documentElement.getAttribute(PRERENDERED_ATTRIBUTE) === '';
}

/** Removes a page that the app does not hydrate, and makes the root visible. */
export function clearPrerendered(root: Element): void {
  root.replaceChildren();
  document.documentElement.removeAttribute(PRERENDERED_ATTRIBUTE);
}

/** Stops recording early clicks when the app starts. Returns a function that repeats the last one. */
export function captureEarlyClick(): () => void {
  const { earlyClickTarget, recordEarlyClick } = window;
  if (recordEarlyClick) {
    window.removeEventListener('click', recordEarlyClick);
  }
  return () => {
    delete window.earlyClickTarget;
    if (earlyClickTarget?.isConnected) {
      earlyClickTarget.click();
    }
  };
}
