import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError } from './apiError.ts';
import type { paths } from './schema';
import { storedToken } from './token.ts';

/** Spec §9. */
const TIMEOUT_MS = 50_000;

const bearerToken: Middleware = {
  onRequest({ request }) {
    const token = storedToken();
    if (token) {
      request.headers.set('Authorization', `Bearer ${token}`);
    }
    return request;
  },
};

/** The typed client. Operations call it through `answerOf`, so that every failure is an `ApiError`. */
export const client = createClient<paths>({
  baseUrl: '/api',
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
});
client.use(bearerToken);

interface Answer<Data> {
  data?: { data: Data };
  error?: unknown;
  response: Response;
}

/** The `data` of a successful answer. Anything else is thrown as an `ApiError`. */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw asFailure(cause);
  });
  if (!data) {
    throw ApiError.fromAnswer(response.status, error);
  }
  return data.data;
}

function asFailure(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') {
    // A query that nobody waits for any more is no failure, and TanStack Query knows it by this error.
    return cause;
  }
  // An answer that is not JSON came from something other than the API.
  return cause instanceof SyntaxError ? new ApiError({ status: 0 }) : ApiError.unreachable();
}
