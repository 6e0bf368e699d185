import { preferredLanguage } from '#i18n/languagePreference.ts';

/** Marks `<html>` of a prerendered page. */
export const PRERENDERED_ATTRIBUTE = 'data-prerendered';

/** The value when this browser needs another language: set by the inline script, it hides the page. */
export const MISMATCH = 'mismatch';

/** The value for signed-in users: set by the inline script, it hides what only visitors see. */
export const SIGNED_IN = 'signed-in';

/** The value of a page that is only the frame of a screen for signed-in users. The app replaces it. */
export const FRAME = 'frame';

/** The `<template>` of a page with the rules of its fonts. */
export const FONTS_TEMPLATE_ID = 'fonts';

/** The `<template>` of a prerendered page with the link to the whole style sheet and the elements that load the app. */
export const APP_TEMPLATE_ID = 'app-scripts';

/** The hidden notice of a prerendered page that the app could not be loaded. */
export const LOAD_FAILED_ID = 'load-failed';

/** The link to the whole style sheet: a prerendered page has the styles for its first paint in itself. */
export const STYLES_ID = 'late-styles';

/** What the inline script passes to the app. */
interface EarlyInput {
  /** Removes the listeners of the script, and hides its notice. */
  controller: AbortController;
  /** Tells a visitor who waits for the app that it could not be loaded. */
  fail: () => void;
  /** The last button that was pressed before hydration. */
  target?: HTMLElement;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
    /** Shows the fonts of a language, or none of them. Not there on a page whose script could not read them. */
    showFontsOf?: (code: string) => Promise<void>;
  }
}

/**
 * Whether the page contains what the app would render, so that the app can hydrate it. A page from the back/forward cache may have
 * waited for its first press while another page changed the language.
 */
export function canHydrate(): boolean {
  const { documentElement: root } = document;
  return root.getAttribute(PRERENDERED_ATTRIBUTE) === '' && root.lang === preferredLanguage().code;
}

/** Removes a page that the app does not hydrate, and makes the root visible. */
export function clearPrerendered(root: Element): void {
  root.replaceChildren();
  document.documentElement.removeAttribute(PRERENDERED_ATTRIBUTE);
}

/** How long the app waits for the whole style sheet, in ms. */
const STYLES_PATIENCE_MS = 3000;

/** Waits for the whole style sheet of a prerendered page, for a limited time. */
export async function waitForStyles(): Promise<void> {
  const link = document.getElementById(STYLES_ID);
  if (link instanceof HTMLLinkElement && !link.sheet) {
    await new Promise((done) => {
      link.addEventListener('load', done);
      link.addEventListener('error', done);
      setTimeout(done, STYLES_PATIENCE_MS);
    });
  }
}

/** Ends the recording of presses: from now on React handles them. Repeats the last one. */
export function replayEarlyPress(): void {
  const { earlyInput } = window;
  delete window.earlyInput;
  earlyInput?.controller.abort();
  if (earlyInput?.target?.isConnected) {
    earlyInput.target.click();
  }
}
