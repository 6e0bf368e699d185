/** Blocks navigation away from a screen. */
interface Guard {
  /** Asks the user, and navigates if the user confirms. */
  ask: (go: () => void) => void;
  /** Receives every `popstate` event before the router. */
  onHistoryMove: (event: PopStateEvent) => void;
}

let active: Guard | undefined;

/** Registers a guard. Returns a function that removes it. */
export function registerGuard(guard: Guard): () => void {
  active = guard;
  return () => {
    active = undefined;
  };
}

/** Whether the screen asks before the user leaves it. */
export function isGuarded(): boolean {
  return active !== undefined;
}

/** Navigates, after the confirmation that a guarded screen asks for. For actions that are not links. */
export function leaveScreen(go: () => void): void {
  if (active) {
    active.ask(go);
  } else {
    go();
  }
}

/**
 * Must be called before the router is created: browsers call the listeners of the window in the order in which they were
 * added, capturing or not. A guard that adds its listener with its screen would be called after the router.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    active?.onHistoryMove(event);
  });
}
