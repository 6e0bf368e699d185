import createClient from 'openapi-fetch';
import { loadTranslations } from '#i18n/i18n.ts';
import { ApiError } from '#lib/apiError.ts';
import { authorizationMiddleware } from './authorization.ts';
import type { paths } from './schema';

/** Spec §9. */
const TIMEOUT_MS = 50_000;

/** How long a failure waits for its words. */
const TRANSLATIONS_TIMEOUT_MS = 2000;

/** The typed client. Operations call it through `answerOf`, so that every failure is an `ApiError`. */
export const client = createClient<paths>({
  baseUrl: '/api',
  fetch: (request) => fetch(request, { signal: AbortSignal.any([request.signal, timeLimit()]) }),
});
client.use(authorizationMiddleware);

interface ClientResponse<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** The `data` of a successful answer. Anything else is thrown as an `ApiError`. */
export async function dataOf<Data>(call: Promise<ClientResponse<{ data: Data }>>): Promise<Data> {
  return (await responseOf(call)).body.data;
}

/** A successful answer with what stands beside its `data`: a token, a message, headers. */
export async function responseOf<Body>(
  call: Promise<ClientResponse<Body>>,
): Promise<{ body: Body; headers: Headers }> {
  const { data, error, response } = await call.catch(async (cause: unknown) => {
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
 * The words for failures come with the first one, where the screen has not brought them along: most visits have none. Nobody
 * waits long for them, since what failed may be the network.
 */
async function loadErrorTranslations(): Promise<void> {
  const words = loadTranslations(['errors']).catch(() => undefined);
  await Promise.race([words, new Promise((done) => setTimeout(done, TRANSLATIONS_TIMEOUT_MS))]);
}

/** The time goes on until all of the answer is there. (That of `AbortSignal.timeout` is out of reach for tests.) */
function timeLimit(): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => {
    limit.abort(ApiError.timedOut());
  }, TIMEOUT_MS);
  return limit.signal;
}

function asApiError(cause: unknown): unknown {
  // A query that nobody waits for any more is no failure, and TanStack Query knows it by this error.
  const isCancelled = cause instanceof DOMException && cause.name === 'AbortError';
  if (isCancelled || cause instanceof ApiError) {
    return cause;
  }
  // An answer that is not JSON came from something other than the API.
  return cause instanceof SyntaxError ? new ApiError({ status: 0 }) : ApiError.unreachable();
}
