/** The name of the lock of an upload. The tab that sends the upload holds it. */
const nameOf = (uploadId: string) => `upload-${uploadId}`;

/** Keeps an upload from other tabs until the returned function is called, or this tab is closed. */
export function holdUpload(uploadId: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  if ('locks' in navigator) {
    navigator.locks.request(nameOf(uploadId), () => held).catch(() => undefined);
  }
  return release;
}

/**
 * Acts unless a tab holds the upload; then it returns undefined. Without the Web Locks API, it acts in any case. The lock is a shared one:
 * tabs that ask at the same time do not exclude each other.
 */
export async function unlessHeld<Result>(
  uploadId: string,
  act: () => Result,
): Promise<Result | undefined> {
  if (!('locks' in navigator)) {
    return act();
  }
  return navigator.locks.request(nameOf(uploadId), { mode: 'shared', ifAvailable: true }, (lock) =>
    lock ? act() : undefined,
  );
}
