/** What the browser keeps for good, and what it keeps for a tab. */
type Area = 'localStorage' | 'sessionStorage';

/**
 * The browser's storage, for values that the app can do without.
 *
 * A browser may refuse storage altogether; then nothing is remembered, and everything else still works.
 */
export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value for later visits, where the browser allows it. */
export function writeStored(key: string, value: string, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(key, value);
  } catch {
    // Refused or full: the value lives as long as the page does.
  }
}

/** Forgets a value. */
export function removeStored(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Refused: then it was never kept.
  }
}
