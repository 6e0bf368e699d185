import { readStored, writeStored } from './storage.ts';

/** The entry script that this tab was reloaded to replace. */
const KEY = 'reloadedFrom';
const AREA = 'sessionStorage';

/** How long a failed load waits for this check. */
const TIMEOUT_MS = 5000;

/** Reloads the page when a new release has replaced the one that is open. Returns whether it does. */
export async function reloadIntoNewRelease(): Promise<boolean> {
  const needsReload = await needsReloadOnce();
  if (needsReload) {
    window.location.reload();
  }
  return needsReload;
}

/**
 * Whether a new release has replaced the one that is open, whose remaining chunks are gone, so that the caller has to reload the page.
 *
 * A release is new when the page, fetched again, has another entry script. The answer is yes only once for each entry
 * script: when the two never match, the failure is shown instead.
 */
export async function needsReloadOnce(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (!entry || readStored(KEY, AREA) === entry || !(await isReplaced(entry))) {
    return false;
  }
  writeStored(KEY, entry, AREA);
  // Without storage, it could not know that it has already reloaded.
  return readStored(KEY, AREA) === entry;
}

async function isReplaced(entry: string): Promise<boolean> {
  try {
    const response = await fetch('/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok && !(await response.text()).includes(new URL(entry).pathname);
  } catch {
    return false;
  }
}
