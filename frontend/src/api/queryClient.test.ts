import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/apiError.ts';
import { createQueryClient } from './queryClient.ts';

async function attemptsUntilFailure(error: Error): Promise<number> {
  let attempts = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['x'],
    retryDelay: 0,
    queryFn: () => {
      attempts += 1;
      return Promise.reject(error);
    },
  });
  await new Promise<void>((resolve) => {
    observer.subscribe(({ isError }) => {
      if (isError) {
        resolve();
      }
    });
  });
  observer.destroy();
  return attempts;
}

describe('queries', () => {
  it.each([400, 401, 404, 429])('are not retried after status %i', async (status) => {
    expect(await attemptsUntilFailure(new ApiError({ status }))).toBe(1);
  });

  it.each([ApiError.timedOut(), new ApiError({ code: 'offline', status: 0 })])(
    'are not retried after $code',
    async (error) => {
      expect(await attemptsUntilFailure(error)).toBe(1);
    },
  );

  it.each([0, 500, 503])('are retried twice after status %i', async (status) => {
    expect(await attemptsUntilFailure(new ApiError({ status }))).toBe(3);
  });
});
