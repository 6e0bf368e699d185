import { describe, expect, it } from 'vitest';
import { isSameValue } from './isSameValue.ts';

describe('isSameValue', () => {
  it.each([
    ['a', 'a'],
    [undefined, undefined],
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      { code: 'FR', names: { en: 'France' } },
      { code: 'FR', names: { en: 'France' } },
    ],
  ])('finds %j and %j the same', (a, b) => {
    expect(isSameValue(a, b)).toBe(true);
  });

  it.each([
    ['a', 'b'],
    ['', undefined],
    [[], undefined],
    [['a'], ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    [{}, null],
    [{ code: 'FR' }, {}],
    [{ code: 'FR' }, { code: 'DZ' }],
    [{ names: { en: 'France' } }, { names: { en: 'Algeria' } }],
  ])('tells %j from %j', (a, b) => {
    expect(isSameValue(a, b)).toBe(false);
  });
});
