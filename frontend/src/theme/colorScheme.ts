import { useSyncExternalStore } from 'react';
import { writeStored } from '#lib/storage.ts';

export type ColorScheme = 'dark' | 'light';

/** The attribute of `<html>` that selects the theme's CSS variables. */
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

/** The browser storage key of the scheme. The spec asks for one and leaves its name open (spec §9). */
export const COLOR_SCHEME_KEY = 'colorScheme';

/** The `meta` element with the colour of the browser's bars. */
export const THEME_COLOR_META = 'meta[name="theme-color"]';

/** Dark by default, unless a stored preference says light (spec §1). */
export const DEFAULT_COLOR_SCHEME: ColorScheme = 'dark';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The attribute is the state: the inline script sets it before React starts. */
function currentColorScheme(): ColorScheme {
  const scheme = document.documentElement.getAttribute(COLOR_SCHEME_ATTRIBUTE);
  return scheme === 'light' ? 'light' : DEFAULT_COLOR_SCHEME;
}

/** Applies the scheme, and stores it for the next visit. */
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
