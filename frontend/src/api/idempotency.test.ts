import { afterEach, expect, it, vi } from 'vitest';
import { client } from './client.ts';

const change = (newPassword: string) =>
  client
    .PUT('/users/me/password', {
      baseUrl: 'http://localhost/api',
      params: { query: { lang: 'en' } },
      body: { currentPassword: 'Correct horse 1', newPassword },
    })
    .catch(() => undefined);

/** Sends these passwords. The network fails where there is no status. Returns the keys that were sent. */
async function keysOf(...requests: [password: string, status?: number][]) {
  const keys: (string | null)[] = [];
  for (const [password, status] of requests) {
    vi.stubGlobal(
      'fetch',
      vi.fn<(request: Request) => Promise<Response>>((request) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return status
          ? Promise.resolve(new Response('{}', { status }))
          : Promise.reject(new TypeError('Failed to fetch'));
      }),
    );
    await change(password);
  }
  return keys;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('repeats a request without an answer with the same key, and another one with another', async () => {
  const [first, again, other] = await keysOf(['Horse 1'], ['Horse 1'], ['Horse 2']);
  expect(first).toHaveLength(36);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('gives the next request another key after an answer, but not after a failure of the gateway', async () => {
  const [first, again, next] = await keysOf(['Horse 3', 502], ['Horse 3', 401], ['Horse 3', 200]);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('sends no key with other requests', async () => {
  const sent = vi.fn<(request: Request) => Promise<Response>>(() =>
    Promise.resolve(new Response('{}')),
  );
  vi.stubGlobal('fetch', sent);
  await client.GET('/courses', { baseUrl: 'http://localhost/api' });
  expect(sent.mock.calls[0]?.[0].headers.has('Idempotency-Key')).toBe(false);
});
