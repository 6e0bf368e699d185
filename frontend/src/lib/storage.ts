/** Persistent, or for the life of the tab. */
type StorageArea = 'localStorage' | 'sessionStorage';

/**
 * Reads from the browser's storage, for values that the app can do without.
 *
 * A browser may refuse access; then nothing is stored, and everything else works.
 */
export function readStored(key: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value for later visits, where the browser allows it. */
export function writeStored(key: string, value: string, area: StorageArea = 'localStorage'): void {
  try {
    window[area].setItem(key, value);
  } catch {
    // Refused or full: the value exists only while the page is open.
  }
}

export function removeStored(key: string, area: StorageArea = 'localStorage'): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Refused: then nothing was stored.
  }
}

/** Reads JSON from the browser's storage. Returns `undefined` for a missing value, and for text that is not JSON. */
export function readStoredJson(key: string, area?: StorageArea): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? '');
  } catch {
    return undefined;
  }
}
