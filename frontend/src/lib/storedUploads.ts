import type { UseStore } from 'idb-keyval';

/** An upload that has not ended, with its file, so that another page can continue it. */
export interface StoredUpload {
  uploadId: string;
  file: File;
  /** In milliseconds since the epoch. */
  expiresAt: number;
}

/** How long the server keeps an upload. */
const LIFETIME_MS = 24 * 60 * 60_000;

type Database = typeof import('idb-keyval') & { store: UseStore };

let opened: Promise<Database> | undefined;

/** Changes are made one after the other: an upload that ends must not be stored after that. */
let changes: Promise<unknown> = Promise.resolve();

/** `place` is where the upload continues: for one user, or for the sign-up. A place has one upload. */
export function storeUpload(place: string, uploadId: string, file: File): void {
  const stored: StoredUpload = { uploadId, file, expiresAt: Date.now() + LIFETIME_MS };
  change(({ set, store }) => set(place, stored, store));
}

export function removeStoredUpload(place: string): void {
  change(({ del, store }) => del(place, store));
}

/** Removes the files of all uploads from this browser. */
export function clearStoredUploads(): Promise<unknown> {
  change(({ clear, store }) => clear(store));
  return changes;
}

/** The upload of a place, if there is one that can continue. Removes those that have expired, of all places. */
export async function readStoredUpload(place: string): Promise<StoredUpload | undefined> {
  try {
    await changes;
    const { delMany, entries, store } = await open();
    const all = await entries<string, StoredUpload>(store);
    const expired = all.filter(([, { expiresAt }]) => expiresAt <= Date.now());
    await delMany(
      expired.map(([key]) => key),
      store,
    );
    const [, stored] = all.find((entry) => entry[0] === place && !expired.includes(entry)) ?? [];
    // The browser may have lost the content of the file.
    await stored?.file.slice(0, 1).arrayBuffer();
    return stored;
  } catch {
    return undefined;
  }
}

/** Without storage, in a private window or when the disk is full, an upload exists only while its page is open. */
function change(write: (database: Database) => Promise<unknown>): void {
  changes = changes.then(async () => write(await open())).catch(() => undefined);
}

function open(): Promise<Database> {
  opened ??= import('idb-keyval').then((library) => ({
    ...library,
    store: library.createStore('uploads', 'videos'),
  }));
  return opened;
}
