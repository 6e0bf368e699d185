import { readStored, writeStored } from './storage.ts';

/** The entry script that this tab was reloaded to replace. */
const KEY = 'reloadedFrom';
const AREA = 'sessionStorage';

/** How long a failed load waits for this check. */
const TIMEOUT_MS = 5000;

/** Reloads the page when a new release has replaced the one that is open. Returns whether it does. */
export async function reloadIntoNewRelease(): Promise<boolean> {
  return (await isReleaseReplaced()) && reloadOnce();
}

/**
 * Whether a new release has replaced the one that is open, whose remaining chunks are gone: the page, fetched again, has another entry
 * script. False after a reload for the same entry script: when the two never match, the failure is shown instead.
 */
export async function isReleaseReplaced(): Promise<boolean> {
  const entry = entryScript();
  return entry !== undefined && readStored(KEY, AREA) !== entry && (await isReplaced(entry));
}

/** Reloads the page, once for each entry script. Returns whether it does. */
export function reloadOnce(): boolean {
  const entry = entryScript();
  if (entry === undefined || readStored(KEY, AREA) === entry) {
    return false;
  }
  writeStored(KEY, entry, AREA);
  // Without storage, it could not know that it has already reloaded.
  if (readStored(KEY, AREA) !== entry) {
    return false;
  }
  window.location.reload();
  return true;
}

function entryScript(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
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
