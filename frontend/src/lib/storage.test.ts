import { describe, expect, it, vi } from 'vitest';
import { readStored, removeStored, writeStored, readStoredJson } from './storage.ts';

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

it('reads a stored value', () => {
  sessionStorage.setItem('key', '{"a":[1]}');
  expect(readStoredJson('key', 'sessionStorage')).toEqual({ a: [1] });
  expect(readStoredJson('key')).toBeUndefined();
});

it.each(['', '{', 'text'])('ignores %j, which is not JSON', (stored) => {
  localStorage.setItem('key', stored);
  expect(readStoredJson('key')).toBeUndefined();
});
