import type { UseStore } from 'idb-keyval';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';
import { unlessHeld } from './uploadLock.ts';
import { UPLOADS_EXPIRY_KEY } from './uploadsExpiry.ts';

/** An unfinished upload with its file, so that another page can continue it. */
export interface UnfinishedUpload {
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

/** `formKey` names the form in which the upload continues: the sign-up, or a file of one user. A form has one unfinished upload. */
export function storeUnfinishedUpload(formKey: string, uploadId: string, file: File): void {
  const stored: UnfinishedUpload = { uploadId, file, expiresAt: Date.now() + LIFETIME_MS };
  writeStored(UPLOADS_EXPIRY_KEY, String(stored.expiresAt));
  change(({ set, store }) => set(formKey, stored, store));
}

/** Another upload of the form, which another tab may have started, stays. */
export function removeUnfinishedUpload(formKey: string, uploadId: string): void {
  change(async ({ del, get, store }) => {
    const stored = await get<UnfinishedUpload>(formKey, store);
    if (stored?.uploadId === uploadId) {
      await del(formKey, store);
    }
  });
}

/** Removes the files of all uploads from this browser. */
export function clearUnfinishedUploads(): Promise<unknown> {
  change(async ({ clear, store }) => {
    await clear(store);
    removeStored(UPLOADS_EXPIRY_KEY);
  });
  return changes;
}

/** Removes the files of uploads that have expired, of all forms. */
export function removeExpiredUploads(): Promise<unknown> {
  change(async ({ delMany, entries, store }) => {
    const all = await entries<string, UnfinishedUpload>(store);
    const expired = all.filter(([, { expiresAt }]) => expiresAt <= Date.now());
    await delMany(
      expired.map(([key]) => key),
      store,
    );
    // Another tab may have stored a file meanwhile, which expires later.
    if (Number(readStored(UPLOADS_EXPIRY_KEY)) <= Date.now()) {
      removeStored(UPLOADS_EXPIRY_KEY);
    }
  });
  return changes;
}

/** The unfinished upload of a form, if it can continue and no other tab is sending it. Removes those of all forms that have expired. */
export async function readUnfinishedUpload(formKey: string): Promise<UnfinishedUpload | undefined> {
  try {
    await removeExpiredUploads();
    const { get, store } = await open();
    const stored = await get<UnfinishedUpload>(formKey, store);
    // The browser may have lost the content of the file.
    await stored?.file.slice(0, 1).arrayBuffer();
    return stored && (await unlessHeld(stored.uploadId, () => stored));
  } catch {
    return undefined;
  }
}

/** Without storage, in a private window or when the disk is full, an upload exists only while its page is open. */
function change(write: (database: Database) => Promise<unknown>): void {
  changes = changes.then(async () => write(await open())).catch(() => undefined);
}

function open(): Promise<Database> {
  opened ??= import('idb-keyval')
    .then((library) => ({ ...library, store: library.createStore('uploads', 'videos') }))
    .catch((failure: unknown) => {
      // The next use tries again.
      opened = undefined;
      throw failure;
    });
  return opened;
}
