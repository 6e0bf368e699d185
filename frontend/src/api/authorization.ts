import type { Middleware } from 'openapi-fetch';
import { refuseToken, storedToken } from './accessToken.ts';

const BEARER = 'Bearer ';

/** The calls that need or use a token (contract, calls). The others are the same for everybody, and are not told who asks. */
const TAKES_TOKEN = /^\/(users\/(me|delete|request-reset|\{id\})|file\/)/;

/** Codes that mean: this token will not be taken any more. */
const REFUSALS = ['unauthorized', 'account_blocked'];

/** The header that says who asks, where somebody is signed in. */
export function authorization(): Record<string, string> {
  const token = storedToken();
  return token ? { Authorization: BEARER + token } : {};
}

/**
 * Sends the stored token with the calls that take one, unless the caller passes one (spec §6), and forgets it when the
 * server refuses it.
 */
export const bearerToken: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = storedToken();
    if (token && TAKES_TOKEN.test(schemaPath) && !request.headers.has('Authorization')) {
      request.headers.set('Authorization', BEARER + token);
    }
    return request;
  },
  async onResponse({ request, response }) {
    const authorization = request.headers.get('Authorization');
    if (authorization && [401, 403].includes(response.status)) {
      const code = await codeOf(response);
      if (code !== undefined && REFUSALS.includes(code)) {
        refuseToken(authorization.slice(BEARER.length), code);
      }
    }
  },
};

/** Read from a copy, so that the caller has the answer whole. */
async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
