import { ApiError } from './apiError.ts';

/** Aborts a controller together with a signal, for the same reason. The oldest browsers of the app lack `AbortSignal.any`. */
export function abortWith(controller: AbortController, signal: AbortSignal): void {
  const abort = () => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) {
    abort();
  }
  signal.addEventListener('abort', abort, { signal: controller.signal });
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
