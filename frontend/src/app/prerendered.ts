/** Marks `<html>` of a prerendered page. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** The value when this browser needs another language: set by the first-paint script, it hides the page. */
export const MISMATCH = 'mismatch';

/** The value for signed-in users: set by the first-paint script, it hides what only visitors see. */
export const SIGNED_IN = 'signed-in';

declare global {
  interface Window {
    /** The last button that was clicked before hydration, recorded by the first-paint script. */
    earlyClickTarget?: HTMLElement | null;
    earlyClickListener?: (event: Event) => void;
  }
}

/** The properties of `window` that the first-paint script sets. */
export const EARLY_CLICK_TARGET = 'earlyClickTarget' satisfies keyof Window;
export const EARLY_CLICK_LISTENER = 'earlyClickListener' satisfies keyof Window;

/** Whether the page contains what the app would render, so that the app can hydrate it. */
export function canHydrate(): boolean {
  return document.documentElement.getAttribute(PRERENDERED_ATTRIBUTE) === '';
}

/** Removes a page that the app does not hydrate, and makes the root visible. */
export function clearPrerendered(root: Element): void {
  root.replaceChildren();
  document.documentElement.removeAttribute(PRERENDERED_ATTRIBUTE);
}

/** Stops recording early clicks when the app starts. Returns a function that repeats the last one. */
export function createEarlyClickReplay(): () => void {
  const { earlyClickListener, earlyClickTarget } = window;
  if (earlyClickListener) {
    window.removeEventListener('click', earlyClickListener);
  }
  return () => {
    delete window.earlyClickTarget;
    if (earlyClickTarget?.isConnected) {
      earlyClickTarget.click();
    }
  };
}
