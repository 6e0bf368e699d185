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

/** The time between two looks at what is pressed, in ms, and their number: browsers can take what was dragged for pressed. */
const RELEASE_POLL_MS = 50;
const RELEASE_POLLS = 40;

/**
 * Acts at once, or after the press that is under way: entries show hints, which move what is pressed, and a browser reports no click when
 * the pointer is released elsewhere.
 */
export function whenReleased(act: () => void, polls = RELEASE_POLLS): void {
  if (polls && document.querySelector(':active')) {
    setTimeout(whenReleased, RELEASE_POLL_MS, act, polls - 1);
  } else {
    act();
  }
}
