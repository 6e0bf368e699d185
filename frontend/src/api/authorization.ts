import type { Middleware } from 'openapi-fetch';
import { rejectAccessToken, getAccessToken } from './accessToken.ts';

const BEARER = 'Bearer ';

/**
 * Paths whose operations need or use an access token (`security` in infra/openapi.yaml), and `request-reset`, with which spec §7
 * sends it. Emailed links are sent without one: they can be another user's, and their refusal would sign out this user.
 */
const AUTHENTICATED_PATHS =
  /^\/(users\/(me(?!\/email\/)|delete|logout|request-reset|\{id\})|courses\/\{id\}\/(?!.*calendar)|file\/(?!video\/(upload-chunk|\{))|services\/|staff\/|contact$)/;

/** Sign-ins end the session of the access token that they get. Their refusals are not about that token. */
const SIGN_IN_PATHS = /^\/users\/(login|passkey-login)$/;

/** Error codes that mean that the server no longer accepts the access token. */
const REJECTION_CODES = ['unauthorized', 'account_blocked'];

/** The `Authorization` header for an access token. */
export function bearer(token: string): { Authorization: string } {
  return { Authorization: BEARER + token };
}

/** The `Authorization` header for the stored access token; empty without one. */
export function authorizationHeader(): Record<string, string> {
  const token = getAccessToken();
  return token ? bearer(token) : {};
}

/**
 * Adds the stored access token to the requests that take one, unless the caller passes another one (spec §6),
 * and clears it when the server rejects it.
 */
export const authorizationMiddleware: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = getAccessToken();
    const takesToken = AUTHENTICATED_PATHS.test(schemaPath) || SIGN_IN_PATHS.test(schemaPath);
    if (token && takesToken && !request.headers.has('Authorization')) {
      request.headers.set('Authorization', BEARER + token);
    }
    return request;
  },
  async onResponse({ request, response, schemaPath }) {
    const authorization = request.headers.get('Authorization');
    const refusesToken = [401, 403].includes(response.status) && !SIGN_IN_PATHS.test(schemaPath);
    if (authorization && refusesToken) {
      const code = await errorCodeOf(response);
      if (code !== undefined && REJECTION_CODES.includes(code)) {
        rejectAccessToken(authorization.slice(BEARER.length), code);
      }
    }
  },
};

/** Reads a clone, so that the caller can still read the body. */
async function errorCodeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code } = (body ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
