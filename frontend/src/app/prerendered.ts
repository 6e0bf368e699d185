/** Where `<html>` says that the page was prerendered. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** Of a page that is not what this browser shall show: the first-paint script says so, and the page stays hidden. */
export const MISMATCH = 'unfit';

declare global {
  interface Window {
    /** The button that was pressed before the app was there, as the first-paint script has kept it. */
    earlyClickTarget?: HTMLElement | null;
    recordEarlyClick?: (event: Event) => void;
  }
}

/** Whether what stands in the page is what the app would render: then it takes it over instead of rendering anew. */
export function isPrerendered(): boolean {
  return document.documentElement.getAttribute(PRERENDERED_ATTRIBUTE) === '';
}

/** Clears a page that the app does not take over, and shows what takes its place. */
export function clearPrerendered(root: Element): void {
  root.replaceChildren();
  document.documentElement.removeAttribute(PRERENDERED_ATTRIBUTE);
}

/** Ends the keeping of presses, and returns what does what the last one was for. To be called as the app begins. */
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
