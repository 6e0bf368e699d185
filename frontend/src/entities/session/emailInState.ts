/**
 * The email address that another screen passes on in the state of the history entry. Browsers keep that state across releases, so it may
 * contain anything.
 */
export function emailInState(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}
