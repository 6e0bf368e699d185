/** Holds the person on a screen. */
interface Guard {
  /** Asks, and goes when the answer is to leave. */
  ask: (go: () => void) => void;
  /** Sees every move through the history before the router does. */
  onHistoryMove: (event: PopStateEvent) => void;
}

let active: Guard | undefined;

/** Lets a guard stand until the function that this returns is called. */
export function registerGuard(guard: Guard): () => void {
  active = guard;
  return () => {
    active = undefined;
  };
}

/** Goes somewhere, after the question of the screen that has one. For what is not a link. */
export function leaveScreen(go: () => void): void {
  if (active) {
    active.ask(go);
  } else {
    go();
  }
}

/**
 * To be called before the router is there: browsers call the listeners of the window in the order in which they were
 * added, whether they capture or not, so a guard that comes with its screen would be too late.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    active?.onHistoryMove(event);
  });
}
