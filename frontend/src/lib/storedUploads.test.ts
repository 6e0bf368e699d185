import { beforeEach, expect, it, vi } from 'vitest';

/** In place of IndexedDB, which the unit tests do not have. The journeys use the real one. */
const entries = new Map<string, unknown>();
const failure = vi.fn<() => void>();

vi.mock('idb-keyval', () => ({
  createStore: () => {
    failure();
    return entries;
  },
  set: (key: string, value: unknown) => Promise.resolve(entries.set(key, value)),
  del: (key: string) => Promise.resolve(entries.delete(key)),
  delMany: (keys: string[]) => Promise.resolve(keys.map((key) => entries.delete(key))),
  clear: () => {
    entries.clear();
    return Promise.resolve();
  },
  entries: () => Promise.resolve([...entries]),
}));

const file = new File(['video'], 'me.mp4');

const load = () => import('./storedUploads.ts');

beforeEach(() => {
  vi.resetModules();
  entries.clear();
  failure.mockReset();
});

it('keeps one upload for each place, until it is removed', async () => {
  const { readStoredUpload, removeStoredUpload, storeUpload } = await load();
  storeUpload('signup', 'upload-1', file);
  storeUpload('signup', 'upload-2', file);
  expect(await readStoredUpload('signup')).toMatchObject({ uploadId: 'upload-2', file });
  expect(await readStoredUpload('profile')).toBeUndefined();
  removeStoredUpload('signup');
  expect(await readStoredUpload('signup')).toBeUndefined();
});

it('does not keep an upload that ends at once', async () => {
  const { readStoredUpload, removeStoredUpload, storeUpload } = await load();
  storeUpload('signup', 'upload-1', file);
  removeStoredUpload('signup');
  expect(await readStoredUpload('signup')).toBeUndefined();
});

it('removes what has expired, of every place, and everything at sign-out', async () => {
  const { clearStoredUploads, readStoredUpload, storeUpload } = await load();
  entries.set('other', { uploadId: 'upload-1', file, expiresAt: 1 });
  storeUpload('signup', 'upload-2', file);
  await readStoredUpload('signup');
  expect([...entries.keys()]).toEqual(['signup']);
  await clearStoredUploads();
  expect(entries.size).toBe(0);
});

it('ignores a file whose content the browser has lost, and a browser without storage', async () => {
  const { readStoredUpload } = await load();
  const lost = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }) };
  entries.set('signup', { uploadId: 'upload-1', file: lost, expiresAt: Infinity });
  expect(await readStoredUpload('signup')).toBeUndefined();

  vi.resetModules();
  failure.mockImplementation(() => {
    throw new Error('There is no storage.');
  });
  const withoutStorage = await load();
  withoutStorage.storeUpload('signup', 'upload-1', file);
  await expect(withoutStorage.clearStoredUploads()).resolves.toBeUndefined();
  expect(await withoutStorage.readStoredUpload('signup')).toBeUndefined();
});
