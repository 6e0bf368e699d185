import pRetry from 'p-retry';
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
