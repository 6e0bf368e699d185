import { onTestFinished, vi } from 'vitest';

type LockRequest = (lock: { name: string } | null) => unknown;

/** Provides the Web Locks API until the test ends: jsdom has none. Only requests with `ifAvailable` heed the locks that are held. */
export function stubLocks(): void {
  const held: { name: string; mode: string }[] = [];

  const request = async (name: string, ...rest: [LockOptions, LockRequest] | [LockRequest]) => {
    const callback = rest.length === 1 ? rest[0] : rest[1];
    const { ifAvailable = false, mode = 'exclusive' } = rest.length === 1 ? {} : rest[0];
    const isAvailable = held.every(
      (lock) => lock.name !== name || (lock.mode === 'shared' && mode === 'shared'),
    );
    if (ifAvailable && !isAvailable) {
      return callback(null);
    }
    const lock = { name, mode };
    held.push(lock);
    try {
      return await callback(lock);
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  };

  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}
