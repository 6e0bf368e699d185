/** What the login finds in its location's state: where the person wanted to go. */
export interface ReturnTo {
  from: string;
}

/** The way back in a location's state, which a browser keeps across releases of the app: anything may be in it. */
export function returnToIn(state: unknown): string | undefined {
  const { from } = (state ?? {}) as Partial<Record<keyof ReturnTo, unknown>>;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : undefined;
}
