import type { Middleware } from 'openapi-fetch';
import { rejectAccessToken, getAccessToken } from './accessToken.ts';

const BEARER = 'Bearer ';

/** The calls that need or use a token (contract, calls). The others are the same for everybody, and are not told who asks. */
const AUTHENTICATED_PATHS = /^\/(users\/(me|delete|request-reset|\{id\})|file\/)/;

/** Codes that mean: this token will not be taken any more. */
const REJECTION_CODES = ['unauthorized', 'account_blocked'];

/** The header that says who asks, where somebody is signed in. */
export function authorizationHeader(): Record<string, string> {
  const token = getAccessToken();
  return token ? { Authorization: BEARER + token } : {};
}

/**
 * Sends the stored token with the calls that take one, unless the caller passes one (spec §6), and forgets it when the
 * server refuses it.
 */
export const authorizationMiddleware: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = getAccessToken();
    if (token && AUTHENTICATED_PATHS.test(schemaPath) && !request.headers.has('Authorization')) {
      request.headers.set('Authorization', BEARER + token);
    }
    return request;
  },
  async onResponse({ request, response }) {
    const authorization = request.headers.get('Authorization');
    if (authorization && [401, 403].includes(response.status)) {
      const code = await errorCodeOf(response);
      if (code !== undefined && REJECTION_CODES.includes(code)) {
        rejectAccessToken(authorization.slice(BEARER.length), code);
      }
    }
  },
};

/** Read from a copy, so that the caller has the answer whole. */
async function errorCodeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
