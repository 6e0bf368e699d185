import { describe, expect, it, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

describe('a stored value', () => {
  it.each([
    ['of later visits', undefined, 'localStorage'],
    ['of the tab', 'sessionStorage', 'sessionStorage'],
  ] as const)('%s is read until it is removed', (_case, area, storage) => {
    expect(readStored('key', area)).toBeNull();
    writeStored('key', 'value', area);
    expect(window[storage].getItem('key')).toBe('value');
    expect(readStored('key', area)).toBe('value');
    removeStored('key', area);
    expect(window[storage]).toHaveLength(0);
  });

  it('is missing when the browser refuses access', () => {
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(refuse);
    }
    writeStored('key', 'value');
    expect(readStored('key')).toBeNull();
    expect(() => {
      removeStored('key');
    }).not.toThrow();
  });
});
