import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './apiError.ts';
import { withTimeLimit } from './abortWith.ts';
import { MAX_ATTEMPTS, retry } from './retry.ts';

const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
});

/** How often work is attempted that fails in this way. */
async function attemptsAt(failure: Error, isPointless?: () => boolean): Promise<number> {
  const work = vi.fn(() => Promise.reject(failure));
  const outcome = expect(retry(work, signal, isPointless)).rejects.toBe(failure);
  await vi.runAllTimersAsync();
  await outcome;
  return work.mock.calls.length;
}

describe('retry', () => {
  it.each([
    ['no response', ApiError.timedOut()],
    ['an error of the server', new ApiError({ code: 'internal_error', status: 500 })],
    ['a refusal of the object storage', new ApiError({ status: 403 })],
    ['an error of the app', new Error('broken')],
  ])('repeats work after %s', async (_case, failure) => {
    await expect(attemptsAt(failure)).resolves.toBe(MAX_ATTEMPTS);
  });

  it.each([400, 404, 499])('does not repeat work that our API refuses with %i', async (status) => {
    await expect(attemptsAt(new ApiError({ code: 'refused', status }))).resolves.toBe(1);
  });

  it('does not repeat work when another attempt is useless', async () => {
    await expect(attemptsAt(ApiError.timedOut(), () => true)).resolves.toBe(1);
  });
});

describe('work with a time limit', () => {
  /** Ends when it is aborted, as a request does. */
  const hang = (limited: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      limited.addEventListener('abort', () => {
        reject(limited.reason as Error);
      });
    });

  it('is aborted when it takes longer', async () => {
    const outcome = expect(withTimeLimit(50, signal, hang)).rejects.toMatchObject({
      code: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(50);
    await outcome;
  });

  it('is aborted by its signal', async () => {
    const controller = new AbortController();
    const outcome = expect(withTimeLimit(50, controller.signal, hang)).rejects.toMatchObject({
      name: 'AbortError',
    });
    controller.abort();
    await outcome;
  });

  it('leaves no timer behind', async () => {
    await expect(withTimeLimit(50, signal, () => Promise.resolve('done'))).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });
});
