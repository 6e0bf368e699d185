import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './apiError.ts';
import { answerOf, client } from './client.ts';
import { TOKEN_KEY } from './token.ts';

/** Stands in for the network, not for our API: what it answers is what no API of ours would. */
function networkAnswers(answer: () => Promise<Response>) {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const listCourses = (signal?: AbortSignal) =>
  answerOf(client.GET('/courses', { baseUrl: 'http://localhost/api', ...(signal && { signal }) }));

const json = (status: number, body: unknown) => () =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('answerOf', () => {
  it('hands over the data of a success', async () => {
    networkAnswers(json(200, { success: true, data: [] }));
    await expect(listCourses()).resolves.toEqual([]);
  });

  it('throws code, message and status of a failure', async () => {
    networkAnswers(json(500, { success: false, code: 'internal_error', message: 'Sorry' }));
    await expect(listCourses()).rejects.toMatchObject({
      name: 'ApiError',
      code: 'internal_error',
      message: 'Sorry',
      status: 500,
    });
  });

  it('throws the status alone when a proxy answers in the place of the API', async () => {
    networkAnswers(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    const error: unknown = await listCourses().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: undefined, message: '', status: 502 });
  });

  it('throws an ApiError for a success that is not JSON', async () => {
    networkAnswers(() => Promise.resolve(new Response('<!doctype html>', { status: 200 })));
    await expect(listCourses()).rejects.toMatchObject({ name: 'ApiError', code: undefined });
  });

  it('calls the service unavailable when the network fails', async () => {
    networkAnswers(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(listCourses()).rejects.toMatchObject({ code: 'service_unavailable', status: 0 });
  });

  it('calls the service unavailable when the time limit is over', async () => {
    networkAnswers(() => Promise.reject(new DOMException('', 'TimeoutError')));
    await expect(listCourses()).rejects.toMatchObject({ code: 'service_unavailable', status: 0 });
  });

  it('lets a cancelled call be a cancelled call', async () => {
    networkAnswers(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(listCourses()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the bearer token', () => {
  const authorization = async () => {
    const fetch = networkAnswers(json(200, { success: true, data: [] }));
    await listCourses();
    return fetch.mock.calls[0]?.[0].headers.get('Authorization');
  };

  it('is sent when one is stored', async () => {
    localStorage.setItem(TOKEN_KEY, 'abc');
    await expect(authorization()).resolves.toBe('Bearer abc');
  });

  it('is not sent when none is', async () => {
    await expect(authorization()).resolves.toBeNull();
  });
});
