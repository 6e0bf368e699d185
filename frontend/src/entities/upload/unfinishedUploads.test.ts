import { beforeEach, expect, it, vi } from 'vitest';
import { stubLocks } from '#testing/locks.ts';
import { holdUpload } from './uploadLock.ts';
import { UPLOADS_EXPIRY_KEY } from './uploadsExpiry.ts';

/** In place of IndexedDB, which the unit tests do not have. The journeys use the real one. */
const entries = new Map<string, unknown>();
const failure = vi.fn<() => void>();

vi.mock('idb-keyval', () => ({
  createStore: () => {
    failure();
    return entries;
  },
  set: (key: string, value: unknown) => Promise.resolve(entries.set(key, value)),
  get: (key: string) => Promise.resolve(entries.get(key)),
  del: (key: string) => Promise.resolve(entries.delete(key)),
  delMany: (keys: string[]) => Promise.resolve(keys.map((key) => entries.delete(key))),
  clear: () => {
    entries.clear();
    return Promise.resolve();
  },
  entries: () => Promise.resolve([...entries]),
}));

const file = new File(['video'], 'me.mp4');

const load = () => import('./unfinishedUploads.ts');

beforeEach(() => {
  vi.resetModules();
  entries.clear();
  localStorage.clear();
  failure.mockReset();
});

it('keeps one upload for each form, until that one is removed', async () => {
  const { readUnfinishedUpload, removeUnfinishedUpload, storeUnfinishedUpload } = await load();
  storeUnfinishedUpload('signup', 'upload-1', file);
  storeUnfinishedUpload('signup', 'upload-2', file);
  expect(await readUnfinishedUpload('signup')).toMatchObject({ uploadId: 'upload-2', file });
  expect(await readUnfinishedUpload('profile')).toBeUndefined();
  removeUnfinishedUpload('signup', 'upload-1');
  expect(await readUnfinishedUpload('signup')).toBeDefined();
  removeUnfinishedUpload('signup', 'upload-2');
  expect(await readUnfinishedUpload('signup')).toBeUndefined();
});

it('keeps an upload for as long as the server', async () => {
  vi.useFakeTimers({ now: 1000, toFake: ['Date'] });
  const { readUnfinishedUpload, storeUnfinishedUpload } = await load();
  storeUnfinishedUpload('signup', 'upload-1', file);
  vi.setSystemTime(1000 + 86_400_000 - 1);
  expect(await readUnfinishedUpload('signup')).toBeDefined();
  vi.setSystemTime(1000 + 86_400_000);
  expect(await readUnfinishedUpload('signup')).toBeUndefined();
});

it('does not return an upload that another tab is sending', async () => {
  stubLocks();
  const { readUnfinishedUpload, storeUnfinishedUpload } = await load();
  storeUnfinishedUpload('signup', 'upload-1', file);
  const release = holdUpload('upload-1');
  expect(await readUnfinishedUpload('signup')).toBeUndefined();
  release();
  await vi.waitFor(async () => {
    expect(await readUnfinishedUpload('signup')).toBeDefined();
  });
  // Two tabs that open at the same time both find it.
  const found = await Promise.all([readUnfinishedUpload('signup'), readUnfinishedUpload('signup')]);
  expect(found).toMatchObject([{ uploadId: 'upload-1' }, { uploadId: 'upload-1' }]);
});

it('does not keep an upload that ends at once', async () => {
  const { readUnfinishedUpload, removeUnfinishedUpload, storeUnfinishedUpload } = await load();
  storeUnfinishedUpload('signup', 'upload-1', file);
  removeUnfinishedUpload('signup', 'upload-1');
  expect(await readUnfinishedUpload('signup')).toBeUndefined();
});

it('removes what has expired, of every form, and everything at sign-out', async () => {
  const { clearUnfinishedUploads, readUnfinishedUpload, storeUnfinishedUpload } = await load();
  entries.set('other', { uploadId: 'upload-1', file, expiresAt: 1 });
  storeUnfinishedUpload('signup', 'upload-2', file);
  await readUnfinishedUpload('signup');
  expect([...entries.keys()]).toEqual(['signup']);
  await clearUnfinishedUploads();
  expect(entries.size).toBe(0);
});

it('notes until when files may be stored, so that they are removed without a form', async () => {
  vi.useFakeTimers({ now: 1000, toFake: ['Date'] });
  const { clearUnfinishedUploads, removeExpiredUploads, storeUnfinishedUpload } = await load();
  storeUnfinishedUpload('profile', 'upload-1', file);
  vi.setSystemTime(2000);
  storeUnfinishedUpload('signup', 'upload-2', file);

  vi.setSystemTime(1000 + 86_400_000);
  await removeExpiredUploads();
  expect([...entries.keys()]).toEqual(['signup']);
  expect(localStorage.getItem(UPLOADS_EXPIRY_KEY)).not.toBeNull();

  vi.setSystemTime(2000 + 86_400_000);
  await removeExpiredUploads();
  expect(entries.size).toBe(0);
  expect(localStorage.getItem(UPLOADS_EXPIRY_KEY)).toBeNull();

  storeUnfinishedUpload('signup', 'upload-3', file);
  await clearUnfinishedUploads();
  expect(localStorage.getItem(UPLOADS_EXPIRY_KEY)).toBeNull();
});

it('ignores a file whose content the browser has lost, and a browser without storage', async () => {
  const { readUnfinishedUpload } = await load();
  const lost = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) };
  entries.set('signup', { uploadId: 'upload-1', file: lost, expiresAt: Infinity });
  expect(await readUnfinishedUpload('signup')).toBeUndefined();

  vi.resetModules();
  failure.mockImplementation(() => {
    throw new Error('There is no storage.');
  });
  const withoutStorage = await load();
  withoutStorage.storeUnfinishedUpload('signup', 'upload-1', file);
  await expect(withoutStorage.clearUnfinishedUploads()).resolves.toBeUndefined();
  expect(await withoutStorage.readUnfinishedUpload('signup')).toBeUndefined();
});

it('is stored once the library can be loaded, after it could not be', async () => {
  const { readUnfinishedUpload, storeUnfinishedUpload } = await load();
  failure.mockImplementationOnce(() => {
    throw new Error('Failed to fetch');
  });
  storeUnfinishedUpload('signup', 'upload-1', file);
  expect(await readUnfinishedUpload('signup')).toBeUndefined();
  storeUnfinishedUpload('signup', 'upload-2', file);
  expect(await readUnfinishedUpload('signup')).toMatchObject({ uploadId: 'upload-2' });
});
