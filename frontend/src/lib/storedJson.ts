import { readStored, type StorageArea } from './storage.ts';

/** Reads JSON from the browser's storage. Returns `undefined` for a missing value, and for text that is not JSON. */
export function readStoredJson(key: string, area?: StorageArea): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? '');
  } catch {
    return undefined;
  }
}
