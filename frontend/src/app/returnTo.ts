/** The state of a navigation to the login screen: where the user wanted to go. */
export interface ReturnTo {
  from: string;
}

/** The return path in a location's state. Browsers keep the state across releases, so it may contain anything. */
export function returnToIn(state: unknown): string | undefined {
  const { from } = (state ?? {}) as Partial<Record<keyof ReturnTo, unknown>>;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}
