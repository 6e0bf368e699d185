import { onTestFinished, vi } from 'vitest';

type MockResponse = (signal: AbortSignal) => Response | Promise<Response>;

/** A response that depends on the request. */
type ComputedResponse = (signal: AbortSignal, request: Request) => Response | Promise<Response>;

/** A request that was sent. */
export interface SentRequest {
  /** Method and path, without the query: `POST /users/login`. */
  name: string;
  query: URLSearchParams;
  body: unknown;
}

/**
 * Mocks the API until the test ends: returns the given response for each request, and fails any other. Returns
 * the list of requests. Files of the site are served by their paths, without being listed. The catalogue is not published.
 */
export function mockApi(responses: Record<string, ComputedResponse>): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (request: Request, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const respondOutside = responses[`${request.method} ${pathname}`];
    if (respondOutside) {
      return respondOutside(signal, request);
    }
    if (pathname.startsWith('/catalogue/')) {
      return new Response(null, { status: 404 });
    }
    if (!pathname.startsWith('/api/')) {
      throw new TypeError('Failed to fetch');
    }
    const name = `${request.method} ${pathname.replace(/^\/api/, '')}`;
    const text = await request.clone().text();
    requests.push({ name, query, body: text === '' ? undefined : (JSON.parse(text) as unknown) });
    const respond = responses[name];
    if (!respond) {
      throw new TypeError(`The test has no response to ${name}.`);
    }
    return respond(signal, request);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return requests;
}

/** A JSON response. */
export function jsonResponse(status: number, body: object): MockResponse {
  return () => Response.json(body, { status });
}

/** A success, as the API responds with one. */
export function dataResponse(data: object): MockResponse {
  return jsonResponse(200, { success: true, data });
}

/** An error response of the server. Its message is in no language of the app. */
export function errorResponse(
  status: number,
  code: string,
  errors?: Record<string, string>,
): MockResponse {
  const message = 'In another language';
  return jsonResponse(status, { success: false, code, message, ...(errors && { errors }) });
}

/** No response until the client aborts. */
export function noResponse(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
