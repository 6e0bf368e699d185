import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { onAccessTokenRejected, getAccessToken, setAccessToken } from './accessToken.ts';
import { dataOf, client } from './client.ts';

/** Mocks the network, not the API: its responses are ones that the API never sends. */
function networkResponds(respond: () => Promise<Response>) {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(respond);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const listCourses = (signal?: AbortSignal) =>
  dataOf(client.GET('/courses', { baseUrl: 'http://localhost/api', ...(signal && { signal }) }));

const json = (status: number, body: unknown) => () =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('dataOf', () => {
  it('returns the data of a successful response', async () => {
    networkResponds(json(200, { success: true, data: [] }));
    await expect(listCourses()).resolves.toEqual([]);
  });

  it('throws code, message and status of an error response', async () => {
    networkResponds(json(500, { success: false, code: 'internal_error', message: 'Sorry' }));
    await expect(listCourses()).rejects.toMatchObject({
      name: 'ApiError',
      code: 'internal_error',
      message: 'Sorry',
      status: 500,
    });
  });

  it('throws the error codes of invalid fields', async () => {
    const errors = { email: 'email_invalid', phone1: 7 };
    networkResponds(json(400, { success: false, code: 'email_invalid', message: 'No', errors }));
    await expect(listCourses()).rejects.toMatchObject({ fields: { email: 'email_invalid' } });
  });

  it('throws only the status when a proxy sends the response', async () => {
    networkResponds(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    const error: unknown = await listCourses().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: undefined, message: '', status: 502 });
  });

  it('throws an ApiError for a successful response that is not JSON', async () => {
    networkResponds(() => Promise.resolve(new Response('<!doctype html>', { status: 200 })));
    await expect(listCourses()).rejects.toMatchObject({ name: 'ApiError', code: undefined });
  });

  it('throws service_unavailable when the network fails', async () => {
    networkResponds(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(listCourses()).rejects.toMatchObject({ code: 'service_unavailable', status: 0 });
  });

  it('throws offline without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    networkResponds(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(listCourses()).rejects.toMatchObject({ code: 'offline', status: 0 });
  });

  it('times out after 50 seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_request: Request, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    });
    const ended = vi.fn();
    const call = listCourses().catch(ended);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout', status: 0 }));
    vi.useRealTimers();
  });

  it('rethrows the error of a cancelled request', async () => {
    networkResponds(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(listCourses()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the access token', () => {
  const getMe = (headers: Record<string, string> = {}) =>
    dataOf(client.GET('/users/me', { baseUrl: 'http://localhost/api', headers }));

  async function sentWith(call: () => Promise<unknown>) {
    const fetch = networkResponds(json(200, { success: true, data: [] }));
    await call();
    return fetch.mock.calls[0]?.[0].headers.get('Authorization');
  }

  it('is sent when it is stored', async () => {
    setAccessToken('abc');
    await expect(sentWith(getMe)).resolves.toBe('Bearer abc');
  });

  it.each(['POST', 'DELETE'] as const)(
    'is sent with a %s for a place in a course',
    async (method) => {
      setAccessToken('abc');
      const place = { baseUrl: 'http://localhost/api', params: { path: { id: 'management' } } };
      const send = {
        POST: () =>
          client.POST('/courses/{id}/requests', { ...place, body: { run: '2027-spring' } }),
        DELETE: () => client.DELETE('/courses/{id}/requests', place),
      };
      await expect(sentWith(send[method])).resolves.toBe('Bearer abc');
    },
  );

  it('is sent to join a session', async () => {
    setAccessToken('abc');
    const join = () =>
      client.POST('/courses/{id}/runs/{run}/sessions/{number}/join', {
        baseUrl: 'http://localhost/api',
        params: { path: { id: 'management', run: '2027-spring', number: 1 } },
      });
    await expect(sentWith(join)).resolves.toBe('Bearer abc');
  });

  it('is sent with a sign-in, which ends its session, and is kept when that is refused', async () => {
    setAccessToken('abc');
    const login = () =>
      client.POST('/users/login', {
        baseUrl: 'http://localhost/api',
        body: { email: 'amina@example.org', password: 'Correct horse 1' },
      });
    await expect(sentWith(login)).resolves.toBe('Bearer abc');
    networkResponds(json(403, { success: false, code: 'account_blocked', message: 'No' }));
    await login();
    expect(getAccessToken()).toBe('abc');
  });

  it('is not sent when none is stored', async () => {
    await expect(sentWith(getMe)).resolves.toBeNull();
  });

  it('is not sent to endpoints that return the same for everybody', async () => {
    setAccessToken('abc');
    await expect(sentWith(listCourses)).resolves.toBeNull();
  });

  it('is replaced by one that the caller passes', async () => {
    setAccessToken('abc');
    await expect(sentWith(() => getMe({ Authorization: 'Bearer own' }))).resolves.toBe(
      'Bearer own',
    );
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'account_blocked'],
  ])('is forgotten when the server refuses it with %i %s', async (status, code) => {
    const heard = vi.fn();
    const stop = onAccessTokenRejected(heard);
    setAccessToken('abc');
    networkResponds(json(status, { success: false, code, message: 'No' }));
    await expect(getMe()).rejects.toMatchObject({ code });
    expect(getAccessToken()).toBeNull();
    expect(heard).toHaveBeenCalledExactlyOnceWith(code);
    stop();
  });

  it('stays stored after another refusal', async () => {
    setAccessToken('abc');
    networkResponds(json(403, { success: false, code: 'incorrect_password', message: 'No' }));
    await expect(getMe()).rejects.toMatchObject({ code: 'incorrect_password' });
    expect(getAccessToken()).toBe('abc');
  });

  it('stays stored when it replaced the rejected one', async () => {
    setAccessToken('old');
    networkResponds(() => {
      setAccessToken('new');
      return json(401, { success: false, code: 'unauthorized', message: 'No' })();
    });
    await expect(getMe()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(getAccessToken()).toBe('new');
  });
});
