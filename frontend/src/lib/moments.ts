/** The wait for an idle moment in browsers without `requestIdleCallback`, in ms. */
const IDLE_MS = 200;

/** Calls back once the browser has no input to handle and nothing to paint, or after the longest wait. */
export function whenIdle(callback: () => void, longestMs?: number): void {
  if ('requestIdleCallback' in window) {
    requestIdleCallback(callback, longestMs === undefined ? {} : { timeout: longestMs });
  } else {
    setTimeout(callback, longestMs ?? IDLE_MS);
  }
}

/**
 * Calls back after the first paint: in the second frame, and not after a timer, because Firefox postpones timers while a page loads. Pages
 * in the background, which browsers do not paint, do not wait.
 */
export function afterFirstPaint(callback: () => void): void {
  if (document.hidden) {
    callback();
  } else {
    requestAnimationFrame(() => {
      requestAnimationFrame(callback);
    });
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

/** What of the Network Information API the app reads. Not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  /** The round trip in ms. */
  rtt?: number;
}

export function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}
