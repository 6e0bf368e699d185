import createClient, { type Middleware } from 'openapi-fetch';
import { loadTranslations } from '#i18n/i18n.ts';
import { withTimeLimit } from '#lib/abortWith.ts';
import { ApiError } from '#lib/apiError.ts';
import { authorizationMiddleware } from './authorization.ts';
import { provingWork } from './proveWork.ts';
import type { paths } from './schema';

/** Spec §9. */
const TIMEOUT_MS = 50_000;

/** How long an error waits for its translations. */
const TRANSLATIONS_TIMEOUT_MS = 2000;

export const API = '/api';

/** Requests whose repetition would otherwise fail, because the first has taken effect and only its answer was lost. */
const OPERATIONS = new Set([
  'POST /users/register',
  'PUT /users/me/password',
  'POST /users/verify-reset-code',
  'POST /users/reset-password',
  'DELETE /courses/{id}/requests',
  'DELETE /courses/{id}/place',
]);

/** The keys of requests without an answer, by their content. A page that is closed forgets them. */
const unanswered = new Map<string, string>();

/** The content of each request that was sent. */
const contents = new WeakMap<Request, string>();

/** Gives a request and its repetitions the same key until there is an answer, which the server then gives again. */
const idempotencyMiddleware: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (!OPERATIONS.has(`${request.method} ${schemaPath}`)) {
      return undefined;
    }
    const body = await request.clone().text();
    const content = [request.url, request.headers.get('Authorization'), body].join('\n');
    const key = unanswered.get(content) ?? crypto.randomUUID();
    unanswered.set(content, key);
    contents.set(request, content);
    request.headers.set('Idempotency-Key', key);
    return request;
  },
  onResponse({ request, response }) {
    // A gateway that has lost the answer of the function responds with 502 to 504.
    if (response.status < 500) {
      unanswered.delete(contents.get(request) ?? '');
    }
    return undefined;
  },
};

/** The typed client. Operations call it through `dataOf` or `responseOf`, so that every failure is an `ApiError`. */
export const client = createClient<paths>({
  baseUrl: API,
  fetch: inTime(provingWork((request, signal) => fetch(request, { signal }))),
});
client.use(authorizationMiddleware, idempotencyMiddleware);

/**
 * Sends requests in a way that takes the signal of the request and of its time limit, which includes the response body. (Tests cannot
 * control `AbortSignal.timeout`.)
 */
export function inTime(send: (request: Request, signal: AbortSignal) => Promise<Response>) {
  return (request: Request): Promise<Response> =>
    withTimeLimit(TIMEOUT_MS, request.signal, async (signal) => {
      const response = await send(request, signal);
      // The body is read here, since the limit holds for it, too.
      const { body, status, statusText, headers } = response;
      return new Response(body && (await response.arrayBuffer()), { status, statusText, headers });
    });
}

/** What the client returns for a response, whether it is an error or not. */
export interface ClientResponse<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** Returns the `data` of a successful response, and throws an `ApiError` for any other. */
export async function dataOf<Data>(
  request: Promise<ClientResponse<{ data: Data }>>,
): Promise<Data> {
  return (await responseOf(request)).body.data;
}

/** Returns a successful response with what accompanies its `data`: an access token, a message, headers. */
export async function responseOf<Body>(
  request: Promise<ClientResponse<Body>>,
): Promise<{ body: Body; headers: Headers }> {
  const { data, error, response } = await request.catch(async (cause: unknown) => {
    const failure = asApiError(cause);
    if (failure instanceof ApiError) {
      await loadErrorTranslations();
    }
    throw failure;
  });
  if (!data) {
    await loadErrorTranslations();
    throw ApiError.fromResponse(response.status, error);
  }
  return { body: data, headers: response.headers };
}

/**
 * Loads the translations of error codes with the first error, because most visits have none. The wait is short,
 * since the network may be what failed.
 */
async function loadErrorTranslations(): Promise<void> {
  const loaded = loadTranslations(['errors']).catch(() => undefined);
  await Promise.race([loaded, new Promise((done) => setTimeout(done, TRANSLATIONS_TIMEOUT_MS))]);
}

function asApiError(cause: unknown): unknown {
  // TanStack Query recognizes a cancelled query by this error.
  const isCancelled = cause instanceof DOMException && cause.name === 'AbortError';
  if (isCancelled || cause instanceof ApiError) {
    return cause;
  }
  // A response that is not JSON does not come from the API.
  return cause instanceof SyntaxError ? new ApiError({ status: 0 }) : ApiError.unreachable();
}
