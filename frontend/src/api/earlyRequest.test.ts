import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendOrTakeEarly } from './earlyRequest.ts';

const url = '/api/users/me?lang=en';
const early = new Response('early');

function request({ path = url, token = 'abc' } = {}): Request {
  return new Request(new URL(path, window.location.href), {
    headers: { Authorization: `Bearer ${token}` },
  });
}

function sendEarly(response = Promise.resolve(early)): AbortSignal {
  const controller = new AbortController();
  window.earlyRequest = { url, authorization: 'Bearer abc', controller, response };
  return controller.signal;
}

const send = (sent: Request, signal = new AbortController().signal) =>
  sendOrTakeEarly(sent, signal);

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response('later'))),
  );
});

afterEach(() => {
  delete window.earlyRequest;
});

it('takes the response of the same request, once', async () => {
  sendEarly();
  expect(await send(request())).toBe(early);
  expect(fetch).not.toHaveBeenCalled();
  expect(await (await send(request())).text()).toBe('later');
});

it.each([
  ['another token', request({ token: 'other' })],
  ['another language', request({ path: '/api/users/me?lang=fr' })],
  ['another path', request({ path: '/api/users/me/courses?lang=en' })],
])('does not take it for %s, nor afterwards', async (_, other) => {
  sendEarly();
  expect(await (await send(other)).text()).toBe('later');
  expect(await (await send(request())).text()).toBe('later');
});

it('fails as the early request did, and sends the next one', async () => {
  const failure = new TypeError('network');
  const response = Promise.reject<Response>(failure);
  sendEarly(response);
  await expect(send(request())).rejects.toBe(failure);
  expect(await (await send(request())).text()).toBe('later');
});

it('passes on that the request is aborted, before and after it is taken', async () => {
  for (const isEarlier of [true, false]) {
    const sent = sendEarly();
    const controller = new AbortController();
    if (isEarlier) {
      controller.abort('reason');
    }
    await send(request(), controller.signal);
    controller.abort('reason');
    expect(sent.reason).toBe('reason');
  }
});

it('sends the request without an early one', async () => {
  const controller = new AbortController();
  const sent = request();
  expect(await (await send(sent, controller.signal)).text()).toBe('later');
  expect(fetch).toHaveBeenCalledWith(sent, { signal: controller.signal });
});
