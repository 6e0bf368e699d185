/** The first part of the key of every query whose data belongs to the signed-in user. `removeOtherUsers` finds them by it. */
export const USER_QUERY_KEY = 'user';

/**
 * The first parts of the key of every query with data of the user of an access token. They stay the same when another token of that user
 * replaces it.
 */
export function userQueryKey(token: string | null) {
  return [USER_QUERY_KEY, ownerOf(token)] as const;
}

/** The id of the user of an access token, a JWT whose payload names them in `sub`. The token itself when it cannot be read. */
export function ownerOf(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { sub } = JSON.parse(json) as { sub?: unknown };
    return typeof sub === 'string' ? sub : token;
  } catch {
    return token;
  }
}
