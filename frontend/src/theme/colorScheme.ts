import { useSyncExternalStore } from 'react';
import { writeStored } from '#lib/storage.ts';

export type ColorScheme = 'dark' | 'light';

/** Where the scheme stands in the page; the theme's CSS variables are selected by it. */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** The browser storage key of the scheme. The spec asks for one and leaves its name open (spec §9). */
export const COLOR_SCHEME_KEY = 'colorScheme';

/** Where the page says what colour the browser's own bars shall have around it. */
export const THEME_COLOR_META = 'meta[name="theme-color"]';

/** Dark by default, unless a stored preference says light (spec §1). */
export const DEFAULT_COLOR_SCHEME: ColorScheme = 'dark';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page is the state: the first-paint script has set it before React starts. */
function currentColorScheme(): ColorScheme {
  const scheme = document.documentElement.getAttribute(COLOR_SCHEME_ATTRIBUTE);
  return scheme === 'light' ? 'light' : DEFAULT_COLOR_SCHEME;
}

/** Switches the page to the scheme and keeps it for the next visit. */
export function setColorScheme(scheme: ColorScheme): void {
  const root = document.documentElement;
  root.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
  const ground = getComputedStyle(root).getPropertyValue('--mui-palette-background-default');
  document.querySelector(THEME_COLOR_META)?.setAttribute('content', ground.trim());
  writeStored(COLOR_SCHEME_KEY, scheme);
  listeners.forEach((listener) => {
    listener();
  });
}

/** The current scheme; the component renders again when it changes. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, currentColorScheme, () => DEFAULT_COLOR_SCHEME);
}
