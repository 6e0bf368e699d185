import { ApiError } from './apiError.ts';

/** How often something is tried (spec §9). */
export const MAX_ATTEMPTS = 3;

/** What is waited before the second attempt; before each further one twice as long. */
const FIRST_DELAY_MS = 1000;

/**
 * Tries again what failed for want of a connection or of a server, after a pause. What our API refuses stays refused; the
 * object storage, which has no codes of ours, refuses addresses that another attempt replaces.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  isUseless = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (failure) {
      signal.throwIfAborted();
      if (attempt === MAX_ATTEMPTS || isClientError(failure) || isUseless()) {
        throw failure;
      }
      await delay(FIRST_DELAY_MS * 2 ** (attempt - 1), signal);
    }
  }
}

function isClientError(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    failure.code !== undefined &&
    failure.status >= 400 &&
    failure.status < 500
  );
}

/** Calls off what takes longer. */
export async function withTimeLimit<Result>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(ApiError.timedOut());
  }, ms);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
