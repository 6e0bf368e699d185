/** The wait for an idle moment in browsers without `requestIdleCallback`, in ms. */
const IDLE_MS = 200;

/** Calls back once the browser has no input to handle and nothing to paint. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) {
    requestIdleCallback(callback);
  } else {
    setTimeout(callback, IDLE_MS);
  }
}
