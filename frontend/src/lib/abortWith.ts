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
