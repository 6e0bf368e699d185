import { onTestFinished, vi } from 'vitest';

type MockResponse = (signal: AbortSignal) => Response | Promise<Response>;

/** A call as it was sent. */
interface Call {
  /** Method and path, without the query: `POST /users/login`. */
  name: string;
  query: URLSearchParams;
  body: unknown;
}

/**
 * Stands in for the network until the test ends: it gives each call of the API its answer, and fails any other. Returns the calls
 * that were made.
 */
export function mockApi(answers: Record<string, MockResponse>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (request: Request, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const name = `${request.method} ${pathname.replace(/^\/api/, '')}`;
    const text = await request.clone().text();
    calls.push({ name, query, body: text === '' ? undefined : (JSON.parse(text) as unknown) });
    const answer = answers[name];
    if (!answer) {
      throw new TypeError(`The test has no answer to ${name}.`);
    }
    return answer(signal);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return calls;
}

/** An answer with a body of JSON. */
export function jsonResponse(status: number, body: object): MockResponse {
  return () => Response.json(body, { status });
}

/** The server's answer to what it refuses; its message is in no language of the app. */
export function errorResponse(
  status: number,
  code: string,
  errors?: Record<string, string>,
): MockResponse {
  const message = 'In another language';
  return jsonResponse(status, { success: false, code, message, ...(errors && { errors }) });
}

/** No answer until the client gives up. */
export function noResponse(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
