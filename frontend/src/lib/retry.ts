import pRetry from 'p-retry';
import { abortWith } from './abortWith.ts';
import { ApiError } from './apiError.ts';

/** How many times work is attempted (spec §9). */
export const MAX_ATTEMPTS = 3;

/** The delay before the second attempt. It doubles before each further one. */
const FIRST_DELAY_MS = 1000;

/**
 * Retries work that failed because of the connection or a server. Errors of our API with a 4xx status are final. The object
 * storage sends no error codes: it refuses expired URLs, which the next attempt replaces.
 *
 * @param isPointless whether another attempt would be useless for a reason outside of the work.
 */
export function retry<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  isPointless = () => false,
): Promise<Result> {
  return pRetry(work, {
    retries: MAX_ATTEMPTS - 1,
    minTimeout: FIRST_DELAY_MS,
    signal,
    shouldRetry: ({ error }) => !isClientError(error) && !isPointless(),
  });
}

function isClientError(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    failure.code !== undefined &&
    failure.status >= 400 &&
    failure.status < 500
  );
}

/** Aborts work that takes longer. */
export async function withTimeLimit<Result>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  abortWith(limit, signal);
  const timer = setTimeout(() => {
    limit.abort(ApiError.timedOut());
  }, ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    // The signal can outlive many pieces of work, and would keep them in memory.
    limit.abort();
  }
}
