/**
 * The browser's local storage, for values that the app can do without.
 *
 * A browser may refuse storage altogether; then nothing is remembered, and everything else still works.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value for later visits, where the browser allows it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Refused or full: the value lives as long as the page does.
  }
}

/** Forgets a value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Refused: then it was never kept.
  }
}
