import { expect, it } from 'vitest';
import { readStoredJson } from './storedJson.ts';

it('reads a stored value', () => {
  sessionStorage.setItem('key', '{"a":[1]}');
  expect(readStoredJson('key', 'sessionStorage')).toEqual({ a: [1] });
  expect(readStoredJson('key')).toBeUndefined();
});

it.each(['', '{', 'text'])('ignores %j, which is not JSON', (stored) => {
  localStorage.setItem('key', stored);
  expect(readStoredJson('key')).toBeUndefined();
});
