import { readStored, writeStored } from './storage.ts';

/** The entry that this tab has been reloaded to get rid of. */
const KEY = 'reloadedFrom';
const AREA = 'sessionStorage';

/** Whoever waits for a screen does not wait longer than this to hear that it is missing. */
const TIME_LIMIT_MS = 5000;

/**
 * Reloads the page when the site has been released anew since it was opened: parts that were not fetched by then are not
 * there any more. Answers whether it does.
 *
 * It is another release when the page, asked for again, starts another script. Only once for each: where the two never
 * agree, the person is told instead.
 */
export async function reloadIntoNewRelease(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (!entry || readStored(KEY, AREA) === entry || !(await isReplaced(entry))) {
    return false;
  }
  writeStored(KEY, entry, AREA);
  // A browser that keeps nothing could not tell the second time from the first.
  if (readStored(KEY, AREA) !== entry) {
    return false;
  }
  window.location.reload();
  return true;
}

async function isReplaced(entry: string): Promise<boolean> {
  try {
    const answer = await fetch('/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return answer.ok && !(await answer.text()).includes(new URL(entry).pathname);
  } catch {
    return false;
  }
}
