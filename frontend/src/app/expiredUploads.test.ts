import { beforeEach, expect, it, vi } from 'vitest';
import { removeExpiredUploads } from '#entities/upload/unfinishedUploads.ts';
import { UPLOADS_EXPIRY_KEY } from '#entities/upload/uploadsExpiry.ts';
import { removeExpiredUploadsWhenIdle } from './expiredUploads.ts';

vi.mock('#entities/upload/unfinishedUploads.ts', () => ({
  removeExpiredUploads: vi.fn(() => Promise.resolve()),
}));

/** The callbacks that wait for an idle moment. */
let waiting: (() => void)[];

beforeEach(() => {
  localStorage.clear();
  vi.mocked(removeExpiredUploads).mockClear();
  waiting = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback));
});

it('removes expired uploads of an earlier visit once the browser is idle', async () => {
  localStorage.setItem(UPLOADS_EXPIRY_KEY, '1');
  removeExpiredUploadsWhenIdle();
  expect(removeExpiredUploads).not.toHaveBeenCalled();
  waiting.forEach((callback) => {
    callback();
  });
  await vi.waitFor(() => {
    expect(removeExpiredUploads).toHaveBeenCalledTimes(1);
  });
});

it('loads nothing in a browser without uploads', () => {
  removeExpiredUploadsWhenIdle();
  expect(waiting).toEqual([]);
});
